# bash completion for hlo-view; generated from its table of flags.

_hlo_view() {
  local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD-1]}
  local prefix= words= list= equal= i
  # Where readline breaks words at "=", that is a word of its own.
  if [[ $cur == = ]]; then
    cur= equal=yes
  elif [[ $flag == = ]]; then
    flag=${COMP_WORDS[COMP_CWORD-2]} equal=yes
  elif [[ $cur == --*=* ]]; then
    flag=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=} equal=yes
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -- ]] && flag=--
  done
  COMPREPLY=()
  case $flag in
    --) ;;
    --format) words="text json html" ;;
    -o|--passes|--diff_against|--profile|--machine|--annotate) ;;
    --only|--first|--blame|--module|--stages) return ;;
    *)
      if [[ $cur == -* ]]; then
        words="-o --passes= --diff_against= --profile= --machine= --annotate= --only= --format= --first= --blame= --module= --stages= --all --open --upgrade_legacy --allow_unknown --help --version"
      fi
      if [[ $cur == --no* ]]; then
        words+=" --noall --noopen --noupgrade_legacy --noallow_unknown --nohelp --noversion"
      fi
      ;;
  esac
  if [[ -n $list && $cur == *,* ]]; then
    prefix+=${cur%,*},
    cur=${cur##*,}
  fi
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "$cur")
    [[ -n $list || ${COMPREPLY[0]-} == *= && ${#COMPREPLY[@]} == 1 ]] && compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -f -- "$cur")
    compopt -o filenames
  fi 2>/dev/null
}

complete -F _hlo_view hlo-view
