# bash completion for hlo-translate; generated from its table of flags.

_hlo_translate() {
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
    --to) words="json dot mlir-async hlo hlo-proto textproto ndjson csv literal" ;;
    --from) words="hlo hlo-proto mlir-async" ;;
    --table) words="modules computations instructions edges collectives costs cost_sums passes errors" ;;
    --wrap) words="hlo_proto snapshot with_config" ;;
    --async) words="sugar xla generic keep" ;;
    -o|--arguments) ;;
    --jobs|--computation|--around|--hops|--max_nodes) return ;;
    *)
      if [[ $cur == -* ]]; then
        words="-o --to= --from= --table= --raw_cells --jobs= --wrap= --large_constants --arguments= --registered_only --name_attributes --async= --computation= --around= --hops= --unfold --max_nodes= --upgrade_legacy --allow_unknown --help --version"
      fi
      if [[ $cur == --no* ]]; then
        words+=" --noraw_cells --nolarge_constants --noregistered_only --noname_attributes --nounfold --noupgrade_legacy --noallow_unknown --nohelp --noversion"
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

complete -F _hlo_translate hlo-translate
