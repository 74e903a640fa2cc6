# complete.bash SCRIPT LINE: prints what completing LINE at its end offers, one a line.
source "$1"
compopt() { :; }
COMP_LINE=$2
COMP_POINT=${#2}
# bash breaks words at blanks and '='.
read -r -a COMP_WORDS <<< "${2//=/ = }"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_fencepost
printf '%s\n' "${COMPREPLY[@]}"
