#!/bin/sh
# `zig cc -Oz` compiles as -Os does: zig knows one mode for small programs, ReleaseSmall, and hands -Os to clang. Who
# makes WebAssembly with it and counts bytes gets larger modules; -Xclang -Oz hands the word on to clang.
# Seen with ziglang 0.17.1 and 0.15.2 from the Python index.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile ziglang==0.17.1
cd "$folder"
export ZIG_GLOBAL_CACHE_DIR="$folder/cache"
cat >sum.c <<'C'
static int weight(const int *values, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) sum += values[i] % 3 == 0 ? values[i] * 5 : values[i] * 7 + i;
    return sum;
}
int total(const int *values, int a, int b, int c, int d, int e) {
    return weight(values, 0, a) + 2 * weight(values, a, b) + 3 * weight(values, b, c) + 4 * weight(values, c, d) +
           5 * weight(values, d, e);
}
C
size() { # options
  venv/bin/python -m ziglang cc --target=wasm32-wasi "$@" -c sum.c -o sum.o
  wc -c <sum.o
}
small=$(size -Os) smallest=$(size -Oz) handed_on=$(size -Os -Xclang -Oz)
echo "zig $(venv/bin/python -m ziglang version): -Os $small bytes, -Oz $smallest bytes, -Os -Xclang -Oz $handed_on bytes"
[ "$small" = "$smallest" ] && [ "$handed_on" -lt "$small" ] || { echo "this has changed" >&2; exit 1; }
