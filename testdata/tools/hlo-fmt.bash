# bash completion for hlo-fmt; generated from its table of flags.

_hlo_fmt() {
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
  [[ $flag$equal == @(--verify|--canonicalize|--fingerprint|--cost|--summary|--help) ]] && flag=
  case $flag in
    --) ;;
    --style) words="default short_parsable canonical fingerprint module_fingerprint dump" ;;
    --async) words="sugar xla generic keep" ;;
    --async_reader) words="xla-0.12 hlo-text" ;;
    --verify) words="strict layouts mixed_precision stage=before_optimizations" list=yes ;;
    --strip) words="metadata stack_frames origin backend_config frontend_attributes sharding parameter_replication control_predecessors statistics infeed_config outfeed_config" list=yes ;;
    --print_subcomputation_mode) words="off name_only full_bodies non_sequential_bodies" ;;
    -o|--stdin_filename|--diff_against|--machine) ;;
    --jobs|--xla_version|--only|--canonicalize|--lines|--fingerprint|--cost|--summary|--help|--indent_amount|--print_operand_index_annotation_interval) return ;;
    *)
      if [[ $cur == -* ]]; then
        words="-o -i --check --diff -r --jobs= --lossy --stdin_filename= --split_input_file --style= --xla_version= --async= --async_reader= --explain_async --wrap_calls --upgrade_legacy --allow_unknown --verify --only= --strip= --sort_maps --inline_stack_frames --canonical_names --canonicalize --keep --fast --strip_log_prefix --lines= --diff_against= --fingerprint --cost --machine= --summary --timing --help --version --print_large_constants --print_only_essential_constants --print_subcomputation_mode= --indent_amount= --print_original_value --print_metadata --print_metadata_only_op_name --print_inline_stack_frames --print_backend_config --sort_backend_config --print_infeed_outfeed_config --compact_operands --include_layout_in_shapes --print_result_shape --print_operand_shape --print_operand_names --print_operand_index_annotation_interval= --print_program_shape --print_percent --print_control_dependencies --canonicalize_instruction_names --is_in_nested_computation --print_ids --canonicalize_computations --print_extra_attributes --syntax_sugar_async_ops --print_frontend_attributes --print_name_after_closing_brace --print_full_replica_group_list --print_replica_groups_without_subaxes --print_parameter_number --print_channel_id --compact_gte --exact_literals"
      fi
      if [[ $cur == --no* ]]; then
        words+=" --nocheck --nodiff --nolossy --nosplit_input_file --noexplain_async --nowrap_calls --noupgrade_legacy --noallow_unknown --noverify --nosort_maps --noinline_stack_frames --nocanonical_names --nocanonicalize --nokeep --nofast --nostrip_log_prefix --nofingerprint --nocost --nosummary --notiming --nohelp --noversion --noprint_large_constants --noprint_only_essential_constants --noprint_original_value --noprint_metadata --noprint_metadata_only_op_name --noprint_inline_stack_frames --noprint_backend_config --nosort_backend_config --noprint_infeed_outfeed_config --nocompact_operands --noinclude_layout_in_shapes --noprint_result_shape --noprint_operand_shape --noprint_operand_names --noprint_program_shape --noprint_percent --noprint_control_dependencies --nocanonicalize_instruction_names --nois_in_nested_computation --noprint_ids --nocanonicalize_computations --noprint_extra_attributes --nosyntax_sugar_async_ops --noprint_frontend_attributes --noprint_name_after_closing_brace --noprint_full_replica_group_list --noprint_replica_groups_without_subaxes --noprint_parameter_number --noprint_channel_id --nocompact_gte --noexact_literals"
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

complete -F _hlo_fmt hlo-fmt
