"""`python -m libgames`, and the console script of the same name."""

import sys


def main() -> None:
    """The command; if libraries are missing, an error names the package to install."""
    try:
        import click
        import rich
    except ModuleNotFoundError as error:
        from libgames import install_command

        sys.exit(f"The command libgames needs {error.name}, which `{install_command('arena')}` installs")
    try:
        from libgames.arena import programs
        from libgames.arena.cli import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    programs.adopt()
    command()


if __name__ == "__main__":
    main()
