"""`script/mutate`."""

from mutate import main

main(prog_name="script/mutate")
