# What the scripts have in common: the machine's packages, a virtual environment, the Python package.
# Sourced, not run. Every step looks first and does only what is missing, so a second run costs about a second.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
VENV=$ROOT/.venv
BUILD=$ROOT/build-auto

say() { printf '%s\n' "$*" >&2; }
fail() { say "error: $*"; exit 1; }

# Runs a step quietly; when it fails, shows all that it printed and stops.
step() {
  local title=$1 log
  shift
  say "-- $title"
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "$title failed"
  fi
  rm -f "$log"
}

# A script that is asked for help does nothing else, and nothing is set up for it: it shows the help of its tool where
# what that needs is there already, else the comment at its own beginning.
answer_help() { # tool, or '' where the comment says all; the arguments of the script
  local tool=$1
  shift
  case " $* " in *' -h '* | *' --help '*) ;; *) return ;; esac
  if [ -n "$tool" ] && "$VENV/bin/python" "$ROOT/$tool" --help 2>/dev/null; then exit; fi
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
  [ -z "$tool" ] || printf 'Its options are those of %s; after the first run --help shows them.\n' "$tool"
  exit
}

# What a script does that sets up whatever is missing and runs a program of the checkout.
run_tool() { # extras of the package, program, arguments of the script
  local extras=$1 tool=$2
  shift 2
  answer_help "$tool" "$@"
  set_up_machine demo
  set_up_venv
  set_up_package "$extras"
  exec "$VENV/bin/python" "$ROOT/$tool" "$@"
}

# ---- the machine ----

python_is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# With the modules and headers that a virtual environment and an extension module need.
python_is_complete() {
  "$1" - 2>/dev/null <<'PY'
import ensurepip, os, sysconfig, venv
raise SystemExit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))
PY
}

# Prints a Python >= 3.11: a complete one if there is one, else any. The distribution's own comes first, since the tests
# run with it in any case.
find_python() {
  local name path any=
  for name in /usr/bin/python3{,.11,.12,.13,.14} python3{,.11,.12,.13,.14} "${HOME:-}"/.pyenv/versions/*/bin/python3; do
    path=$(command -v "$name") && python_is_new_enough "$path" || continue
    if python_is_complete "$path"; then printf '%s\n' "$path"; return; fi
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

clang_major() { clang -dumpversion | cut -d. -f1; }

wasm_links() {
  printf '#include <stdlib.h>\nint main(void) { return 0; }\n' |
    clang --target=wasm32-wasi -x c - -o /dev/null 2>/dev/null
}

# The package with the sanitizers' and libFuzzer's runtime of the installed clang, which has changed its name.
clang_runtime_package() {
  local major
  major=$(clang_major)
  if apt-cache show "libclang-rt-$major-dev" >/dev/null 2>&1; then printf 'libclang-rt-%s-dev\n' "$major"
  else printf 'libclang-common-%s-dev\n' "$major"; fi
}

# One of the browsers in which tests/python/test_page.py can look at a page.
find_browser() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

# Ubuntu's package has another name and fetches the snap.
browser_package() {
  if grep -qs '^ID=ubuntu' /etc/os-release; then printf 'chromium-browser\n'; else printf 'chromium\n'; fi
}

java_is_new_enough() {
  local version
  version=$(javac -version 2>/dev/null) && [[ $version =~ ^javac\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 17))
}

# Prints the Debian packages that are missing: for `demo`, for `test`, for `test` and `release`, or for all and `machines`.
missing_packages() {
  local python version
  python=$(find_python)
  if [ -n "$python" ] && ! python_is_complete "$python"; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    printf 'python%s-venv\npython%s-dev\n' "$version" "$version"
  fi
  if [ "$1" = demo ]; then
    compiles cc c || printf 'build-essential\n'
    return
  fi
  { compiles gcc c && compiles g++ c++; } || printf 'build-essential\n'
  command -v pkg-config >/dev/null || printf 'pkg-config\n'
  pkg-config --exists 'check >= 0.15' 2>/dev/null || printf 'check\n'
  pkg-config --exists 'libcjson >= 1.7' 2>/dev/null || printf 'libcjson-dev\n'
  valgrind -q /bin/true >/dev/null 2>&1 || printf 'valgrind\nlibc6-dbg\n'
  find_browser >/dev/null || browser_package
  command -v doxygen >/dev/null || printf 'doxygen\n'
  java_is_new_enough || printf 'openjdk-17-jdk-headless\n'
  command -v tsc >/dev/null || printf 'node-typescript\n'
  command -v lua5.4 >/dev/null || printf 'lua5.4\n'
  pkg-config --exists lua5.4 2>/dev/null || printf 'liblua5.4-dev\n'
  [ -e /usr/share/java/junit4.jar ] || printf 'junit4\n'
  [ -e /usr/share/java/gson.jar ] || printf 'libgoogle-gson-java\n'
  if ! compiles clang c; then printf 'clang\n'
  else
    fuzzer_links || clang_runtime_package
    command -v wasm-ld >/dev/null || command -v "wasm-ld-$(clang_major)" >/dev/null || printf 'lld\n'
    wasm_links || printf 'wasi-libc\nlibclang-rt-%s-dev-wasm32\n' "$(clang_major)"
  fi
  [ "$1" = test ] && return
  compiles aarch64-linux-gnu-gcc c || printf 'gcc-aarch64-linux-gnu\nlibc6-dev-arm64-cross\n'
  command -v qemu-aarch64 >/dev/null || printf 'qemu-user\n'
  [ "$1" = release ] && return
  compiles arm-linux-gnueabihf-gcc c || printf 'gcc-arm-linux-gnueabihf\nlibc6-dev-armhf-cross\n'
  compiles s390x-linux-gnu-gcc c || printf 'gcc-s390x-linux-gnu\nlibc6-dev-s390x-cross\n'
  compiles musl-gcc c || printf 'musl-tools\n'
  command -v cmake >/dev/null || printf 'cmake\n'
  command -v x86_64-w64-mingw32-gcc-posix >/dev/null || printf 'gcc-mingw-w64-x86-64-posix\n'
  command -v wine >/dev/null || printf 'wine\nwine64\n'
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

may_install() { command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }

# Installs what is missing, or says what it is and stops. A second round: clang's runtime is known only with clang.
set_up_machine() {
  local round packages
  for round in 1 2 3; do
    packages=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    [ -z "$packages" ] && break
    [ "$round" = 3 ] && fail "still missing after an attempt to install it: $packages"
    may_install || fail "missing: $packages
These are Debian and Ubuntu packages, and this user may not install them. As root: apt-get install $packages"
    # Phases of the tests that come here at once wait for each other.
    step "installing $packages" as_root flock /var/lib/apt env DEBIAN_FRONTEND=noninteractive sh -c "
      apt-get update && apt-get install --yes --no-install-recommends $packages"
  done
  [ -n "$(find_python)" ] || fail "missing: Python 3.11 or later (not on PATH, not below ~/.pyenv/versions)"
}

# ---- machines of other kinds ----

# What compilers and Meson call a machine, and what runs its programs: one of Debian's architectures, or x86-64 with
# musl.
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

# For Meson: the cross compiler, the libraries in root of that folder, and what runs programs that were built.
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

# Unpacks Debian's packages for another architecture, and what these need, into build-auto/machine-ARCHITECTURE/root, and
# writes cross.ini beside it. Of the machine itself nothing changes.
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
    step "downloading sources for $1" download_sources "$folder"
    step "compiling Check and cJSON for $1" compile_sources "$folder" "$(names_of_machine "$1" | cut -d' ' -f1)" "${@:2}"
    # shellcheck disable=SC2046 # words, without blanks in them
    write_cross_file "$folder" $(names_of_machine "$1")
    mark_done "$folder/stamp" "$key"
  fi
}

download_sources() { # folder
  local options
  mkdir -p "$1/lists/partial" "$1/sources"
  apt-get indextargets --format 'deb-src $(REPO_URI) $(CODENAME) main' 'Created-By: Packages' | sort -u >"$1/sources.list"
  options=(-o "Dir::State::lists=$1/lists" -o "Dir::Etc::sourcelist=$1/sources.list" -o Dir::Etc::sourceparts=-
    -o APT::Sandbox::User="$(id -un)")
  apt-get "${options[@]}" update || say "not all lists of packages could be read" # the rest may do
  (cd "$1/sources" && apt-get "${options[@]}" source --download-only check cjson)
}

compile_sources() { # folder compiler, options for CMake
  local name
  for name in check cjson; do
    mkdir "$1/$name" && tar --extract --file "$(echo "$1"/sources/"$name"_*.orig.tar.*)" --strip-components=1 --directory "$1/$name" &&
      cmake -S "$1/$name" -B "$1/$name/build" -DCMAKE_C_COMPILER="$2" -DCMAKE_INSTALL_PREFIX="$1/root" "${@:3}" \
        -DBUILD_SHARED_LIBS=OFF -DCHECK_ENABLE_TESTS=OFF -DENABLE_CJSON_TEST=OFF -DENABLE_CUSTOM_COMPILER_FLAGS=OFF \
        -DHAVE_SUBUNIT=OFF -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POLICY_VERSION_MINIMUM=3.5 &&
      cmake --build "$1/$name/build" && cmake --install "$1/$name/build" || return
  done
  rm -f "$1"/root/lib/*.dll.a # Check is compiled in both ways, and Meson would take this one
}

# ---- the virtual environment and the package in it ----

checksum() { sha256sum | cut -d' ' -f1; }

# done_already FILE KEY: whether this step was finished with the same inputs; mark_done FILE KEY notes that.
done_already() { [ "$(cat "$1" 2>/dev/null)" = "$2" ]; }
mark_done() { mkdir -p "$(dirname "$1")" && printf '%s\n' "$2" >"$1"; }

create_venv() {
  rm -rf "$VENV"
  "$(find_python)" -m venv "$VENV" &&
    "$VENV/bin/python" -m pip install --no-compile --upgrade --requirement "$ROOT/script/requirements.txt"
}

# Without compiling all of them: Python compiles the modules that something imports, and keeps them: else each process
# would do it again.
set_up_venv() {
  local key
  unset PYTHONDONTWRITEBYTECODE
  key=$(checksum <"$ROOT/script/requirements.txt")
  if ! { done_already "$VENV/libgames.stamp" "$key" && python_is_complete "$VENV/bin/python"; }; then
    step "creating the virtual environment .venv" create_venv
    mark_done "$VENV/libgames.stamp" "$key"
  fi
  export PATH="$VENV/bin:$PATH"
}

package_sources() {
  find libgames bindings examples/games meson.build meson.options pyproject.toml README.md LICENSE script/version \
    -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum
}

# Meson does not take an option that was not there when a folder was set up.
build_and_install() {
  if [ meson.options -nt "$BUILD/python/build.ninja" ]; then rm -rf "$BUILD/python"; fi
  rm -rf "$BUILD/package" &&
    python -m build --wheel --no-isolation -Cbuild-dir="$BUILD/python" --outdir "$BUILD/package" &&
    pip install --force-reinstall --no-deps "$BUILD"/package/*.whl
}

# What the package and these extras of it need, each a word for pip.
requirements() { # extras
  python - "$1" <<'PY'
import re, sys, tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]

def of(extras):
    for requirement in (line for extra in extras.split(",") for line in project["optional-dependencies"][extra]):
        own = re.fullmatch(r"libgames\[(.*)\]", requirement)
        yield from of(own[1]) if own else [requirement]

print(*project["dependencies"], *of(sys.argv[1]))
PY
}

set_up_extras() { # extras
  local key
  key=$(checksum <"$ROOT/pyproject.toml")
  if ! done_already "$VENV/libgames-extras-$1.stamp" "$key"; then
    # shellcheck disable=SC2046 # words, without blanks in them
    step "installing what libgames[$1] needs" pip install --no-compile $(cd "$ROOT" && requirements "$1")
    mark_done "$VENV/libgames-extras-$1.stamp" "$key"
  fi
}

# Builds the wheel and installs it into .venv when its sources are not those of the last time, and installs what
# these extras need.
set_up_package() { # extras
  local key
  key=$(cd "$ROOT" && { printf '%s\n' "$VENV"; package_sources; } | checksum)
  if ! done_already "$VENV/libgames-package.stamp" "$key"; then
    (cd "$ROOT" && step "building and installing the Python package" build_and_install) || exit 1
    mark_done "$VENV/libgames-package.stamp" "$key"
  fi
  set_up_extras "$1"
}
