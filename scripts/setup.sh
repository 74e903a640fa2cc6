# Set-up shared by ./fencepost and ./run-tests; sourced, never run.
#
#   install_packages LIST...   install what is missing of the package lists
#   build_tree PRESET [TARGET] configure if needed, build if sources changed
#
# Everything said here goes to standard error, so that the output of a command
# run through ./fencepost is the command's alone. What takes long shows one line
# with a percentage; what it prints goes to a log, which is shown if it fails.

say() { printf 'fencepost: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 2; }

# The percentage in a line of ninja's ("[ 12%] ...") or apt's ("pmstatus:...:12.5:"),
# which downloads before it installs; empty for other lines.
percentage_in() {
  case $1 in
  '['*%']'*) local number=${1#[}; number=${number%%%*}; echo $((number)) ;;
  dlstatus:* | pmstatus:*)
    local phase=0 number=${1#*:}
    [ "${1%%:*}" = dlstatus ] || phase=50
    number=${number#*:}; number=${number%%:*}
    echo $((phase + ${number%%.*} / 2)) ;;
  esac
}

# with_progress WHAT LOG COMMAND...: runs it without a lock of ours.
with_progress() {
  local what=$1 log=$2 line percent shown=
  shift 2
  mkdir -p "${log%/*}"
  : >"$log"
  say "$what (log: $(cd "${log%/*}" && pwd)/${log##*/})"
  "$@" 2>&1 9>&- | while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [ -t 2 ] || continue
    percent=$(percentage_in "$line")
    [ -n "$percent" ] && [ "$percent" != "$shown" ] || continue
    shown=$percent
    printf '\rfencepost: %s: %3d %% ' "$what" "$percent" >&2
  done
  local status=${PIPESTATUS[0]}
  [ ! -t 2 ] || printf '\r\033[K' >&2
  return "$status"
}

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
  say "${#missing[@]} Debian packages are missing: ${missing[*]}"
  # The package lists may be missing or old: always refresh them first. A refresh
  # that fails is not fatal, the packages may be in the local cache.
  with_progress "refreshing the package lists" build/packages.log \
    $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
    say "warning: 'apt-get update' failed; trying with the package lists at hand"
  with_progress "installing packages" build/packages.log install_with_status "$root" "${missing[@]}" || {
    cat build/packages.log >&2
    mapfile -t missing < <(missing_packages "${missing[@]}")
    die "could not install: ${missing[*]}"
  }
}

# install_with_status ROOT NAME...: apt-get, with its status lines in its output.
install_with_status() {
  $1 env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o APT::Status-Fd=1 "${@:2}"
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

# Whether packages came after a tree was configured: it may find more now.
newer_packages() {
  local stamp
  for stamp in build/.packages*; do
    [ ! "$stamp" -nt "$1/build.ninja" ] || return 0
  done
  return 1
}

# One build at a time in a tree; a second caller waits for the first.
build_tree() {
  local preset=$1 target=${2:-all} dir
  dir=$(binary_dir "$preset")
  mkdir -p "$dir"
  exec 9>"$dir/.lock"
  flock -n 9 || { say "waiting for another build in $dir"; flock 9; }
  if [ ! -f "$dir/build.ninja" ] || newer_packages "$dir"; then
    with_progress "configuring $dir" "$dir/configure.log" cmake --preset "$preset" || {
      cat "$dir/configure.log" >&2
      rm -f "$dir/build.ninja"
      die "configuring failed"
    }
  fi
  if [ "$(ninja -C "$dir" -n "$target" 2>&1 9>&- | tail -n 1)" != "ninja: no work to do." ]; then
    NINJA_STATUS='[%p] ' with_progress "building $dir" "$dir/build.log" ninja -C "$dir" "$target" || {
      if grep -q '^FAILED' "$dir/build.log"; then
        sed -n '/^FAILED/,$p' "$dir/build.log" >&2
      else
        cat "$dir/build.log" >&2
      fi
      die "the build failed"
    }
  fi
  exec 9>&-
}
