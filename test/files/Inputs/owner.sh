# Root may keep the owner of a file, others may not and still write it.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  begin $kind root/$kind
  chown 1234:2345 "$(file $kind root/$kind)"
  chmod 6755 "$(file $kind root/$kind)"
  writes $kind root/$kind
  [ "$(stat -c %u:%g:%a "$(file $kind root/$kind)")" = 1234:2345:6755 ] || fail "$kind: root lost the owner"
done
program=$(command -v fencepost)
fencepost() { setpriv --bounding-set=-all --inh-caps=-all "$program" "$@"; }
chmod 777 .
for kind in $kinds; do
  begin $kind user/$kind
  chown 1234:2345 "$(file $kind user/$kind)"
  chmod 6777 "$(file $kind user/$kind)"
  writes $kind user/$kind
  [ "$(stat -c %u:%g:%a "$(file $kind user/$kind)")" = "$(id -u):$(id -g):777" ] || fail "$kind: rights of another owner"
  begin $kind sticky/$kind
  chown 1234 sticky/$kind "$(file $kind sticky/$kind)"
  chmod 1777 sticky/$kind
  chmod 666 "$(file $kind sticky/$kind)"
  refuses $kind sticky/$kind "cannot write .*: Operation not permitted; its old content is kept"
done
