# What is no regular file.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  name=$(basename "$(file $kind dir)")
  mkdir -p dir/$kind/$name
  [ $kind = in-place ] || refuses $kind dir/$kind "cannot write .*: it is a directory"
  [ $kind = in-place ] && continue

  mkdir -p socket/$kind
  "$python" -c "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])" socket/$kind/$name
  refuses $kind socket/$kind "cannot write .*: it is a socket"

  mkdir -p pipe/$kind
  mkfifo pipe/$kind/$name
  cat pipe/$kind/$name > read &
  run $kind pipe/$kind > /dev/null 2>&1
  wait
  [ -s read ] && [ -p pipe/$kind/$name ] || fail "$kind: the pipe got nothing"

  mkdir -p device/$kind
  ln -s /dev/null device/$kind/$name
  said=$(run $kind device/$kind 2>&1)
  [ $? -lt 2 ] && [ -c /dev/null ] && [ -L device/$kind/$name ] || fail "$kind: /dev/null"
  ln -sf /dev/full device/$kind/$name
  refuses $kind device/$kind "cannot write .*: No space left on device"
done
