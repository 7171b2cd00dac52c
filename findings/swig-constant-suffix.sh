#!/bin/sh
# SWIG types a number in #define by its suffix alone, whatever its size: without LL a constant of 34 bits becomes a C int,
# and Python gets its lower half. Neither SWIG nor gcc warns. An enumerator or a `static const long long` is safe.
# Seen with swig 4.5.1 from the Python index, gcc 12.2, CPython 3.11.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-compile swig==4.5.1
cd "$folder"
cat >limits.i <<'I'
%module limits
#define NODES 10000000000
#define NODES_LL 10000000000LL
I
venv/bin/swig -python -Wall limits.i 2>warnings
include=$(venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("include"))')
cc -Wall -Wextra -shared -fPIC -Wno-unused-parameter -Wno-cast-function-type -Wno-missing-field-initializers \
  -I"$include" limits_wrap.c -o _limits.so 2>>warnings
seen=$(venv/bin/python -c 'import limits; print(limits.NODES, limits.NODES_LL)')
echo "$(venv/bin/swig -version | grep Version): 10000000000 and 10000000000LL are $seen; $(grep -c warning warnings || true) warnings"
[ "$seen" = "1410065408 10000000000" ] || { echo "this has changed" >&2; exit 1; }
