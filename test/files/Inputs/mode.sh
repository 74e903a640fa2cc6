# What is replaced keeps its mode; what is new gets the usual one.
. "$(dirname "$0")/outputs.sh"
umask 027
for kind in $kinds; do
  for mode in 600 644 755 4711; do
    begin $kind old/$kind
    chmod $mode "$(file $kind old/$kind)"
    writes $kind old/$kind
    [ "$(stat -c %a "$(file $kind old/$kind)")" = $mode ] || fail "$kind: not the mode $mode"
    rm "$(file $kind old/$kind)"
  done
  [ $kind = in-place ] && continue
  mkdir -p new/$kind
  run $kind new/$kind > /dev/null 2>&1
  [ "$(stat -c %a "$(file $kind new/$kind)")" = 640 ] || fail "$kind: not the mode of a new file"
done

# A new directory of outputs gets what mkdir gives.
for mask in 022 077 002; do
  umask $mask
  mkdir plain$mask
  for kind in witness pictures; do
    run $kind new$mask/$kind > /dev/null 2>&1
    for dir in new$mask new$mask/$kind; do
      [ "$(stat -c %a $dir)" = "$(stat -c %a plain$mask)" ] || fail "$kind: not the mode of a new directory"
    done
  done
done
