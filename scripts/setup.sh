# Set-up shared by ./fencepost and ./run-tests; sourced, never run.
#
#   install_packages LIST...   install what is missing of the package lists
#   build_tree PRESET [TARGET] configure if needed, build if sources changed
#
# Everything said here goes to standard error, so that the output of a command
# run through ./fencepost is the command's alone.

say() { printf 'fencepost: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 2; }

# The names in package lists, comments removed.
packages_in() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$@"; }

missing_packages() {
  local name
  for name in "$@"; do
    # Also true for a package that another one provides under this name.
    dpkg-query -W -f='${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed ||
      printf '%s\n' "$name"
  done
}

# How to become root: "" when we are, "sudo" when that works, else fails.
become_root() {
  [ "$(id -u)" = 0 ] && return 0
  command -v sudo >/dev/null || return 1
  # Without a terminal sudo must not stop to ask for a password.
  if [ ! -t 0 ]; then sudo -n true 2>/dev/null || return 1; fi
  echo sudo
}

install_packages() {
  local wanted missing root
  command -v dpkg-query >/dev/null ||
    die "this is not a Debian system; install by hand: $(packages_in "$@" | tr '\n' ' ')"
  mapfile -t wanted < <(packages_in "$@")
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0

  root=$(become_root) ||
    die "not root and no sudo; ask an administrator to install: ${missing[*]}"
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  # The package lists may be missing or old: always refresh them first. A refresh
  # that fails is not fatal, the packages may be in the local cache.
  $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 ||
    say "warning: 'apt-get update' failed; trying with the package lists at hand"
  $root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}" >&2 || {
    mapfile -t missing < <(missing_packages "${missing[@]}")
    die "could not install: ${missing[*]}"
  }
}

# Runs the set-up of \$1 (a stamp file's name) once for each state of the package lists.
install_packages_once() {
  local stamp=$1 lists=("${@:2}")
  if [ -f "$stamp" ] && cat "${lists[@]}" | cmp -s - "$stamp"; then return 0; fi
  install_packages "${lists[@]}"
  mkdir -p "$(dirname "$stamp")"
  cat "${lists[@]}" >"$stamp"
}

binary_dir() {
  case $1 in release) echo build ;; dev | asan | tidy) echo "build-$1" ;;
  *) die "unknown preset '$1' (release, dev, asan, tidy)" ;; esac
}

# One build at a time in a tree; a second caller waits for the first.
build_tree() {
  local preset=$1 target=${2:-all} dir
  dir=$(binary_dir "$preset")
  mkdir -p "$dir"
  exec 9>"$dir/.lock"
  flock -n 9 || { say "waiting for another build in $dir"; flock 9; }
  if [ ! -f "$dir/build.ninja" ]; then
    say "configuring $dir"
    cmake --preset "$preset" >"$dir/configure.log" 2>&1 9>&- ||
      { cat "$dir/configure.log" >&2; rm -f "$dir/build.ninja"; die "configuring failed"; }
  fi
  if [ "$(ninja -C "$dir" -n "$target" 2>&1 9>&- | tail -n 1)" != "ninja: no work to do." ]; then
    say "building $dir"
    ninja -C "$dir" "$target" >&2 9>&- || die "the build failed"
  fi
  exec 9>&-
}
