# A symbolic link is followed to its end; other hard links are not left behind.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  begin $kind one/$kind
  name=$(basename "$(file $kind one/$kind)")
  mkdir -p two/$kind/in
  ln -s ../../../one/$kind/$name two/$kind/in/link
  ln -s in/link two/$kind/$name
  writes $kind two/$kind
  [ -L two/$kind/$name ] && [ -L two/$kind/in/link ] || fail "$kind: a link was replaced"
  [ -f one/$kind/$name ] && [ ! -L one/$kind/$name ] || fail "$kind: the file is gone"

  begin $kind three/$kind
  ln three/$kind/$name three/$kind/other
  refuses $kind three/$kind "it has 2 hard links.*copy it there with 'cp'"

  [ $kind = in-place ] && continue
  mkdir -p four/$kind five/$kind
  ln -s ../../five/$kind/new four/$kind/$name
  run $kind four/$kind > /dev/null 2>&1
  [ -s five/$kind/new ] && [ -L four/$kind/$name ] || fail "$kind: the target of a link was not made"
  ln -sf $name four/$kind/$name
  refuses $kind four/$kind "cannot write .*: Too many levels of symbolic links"
done
