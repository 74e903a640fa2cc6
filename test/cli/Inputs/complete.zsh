# complete.zsh SCRIPT WORD...: prints the words offered for the last WORD, one a
# line. The completion system's own builtins work only inside the line editor, so
# they are replaced by functions that print what they are given.
compdef() { :; }
_files() { print -r -- "<files>"; }
compset() { words[CURRENT]=${words[CURRENT]#$2} }
compadd() {
  local word
  while [[ $1 != -- ]]; do shift; done
  shift
  for word in "$@"; do
    if [[ $word == ${words[CURRENT]}* ]]; then print -r -- $word; fi
  done
}
source $1
shift
words=("$@")
CURRENT=$#
_fencepost
