# bash completion for hlo-check; generated from its table of flags.

_hlo_check() {
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
    -o|--input_file) ;;
    --jobs|--timeout|--substitute|--check_prefix|--check_prefixes|--comment_prefixes|--implicit_check_not|--define|--dump_input|--dump_input_context|--dump_input_filter) return ;;
    *)
      if [[ $cur == -* ]]; then
        words="-o --input_file= --update --jobs= --timeout= --substitute= --check_prefix= --check_prefixes= --comment_prefixes= --implicit_check_not= --define= --allow_empty --ignore_case --strict_whitespace --match_full_lines --enable_var_scope --allow_unused_prefixes --allow_deprecated_dag_overlap --color --dump_input= --dump_input_context= --dump_input_filter= -v --vv --help --version"
      fi
      if [[ $cur == --no* ]]; then
        words+=" --noupdate --noallow_empty --noignore_case --nostrict_whitespace --nomatch_full_lines --noenable_var_scope --noallow_unused_prefixes --noallow_deprecated_dag_overlap --nocolor --novv --nohelp --noversion"
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

complete -F _hlo_check hlo-check
