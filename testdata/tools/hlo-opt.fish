# fish completion for hlo-opt; generated from its table of flags.

complete -c hlo-opt -s o -r -F -d 'write to FILE, atomically, instead of standard output'
complete -c hlo-opt -l pass_pipeline -x -d 'passes in order, with commas between them'
complete -c hlo-opt -l passes -x -d 'the same, as XLA\'s hlo-opt has it'
complete -c hlo-opt -l list_passes -d 'print the passes, and read no FILE'
complete -c hlo-opt -l verify_each -d 'verify the module before the first pass and after each one (the default'
complete -c hlo-opt -l check_changes -d 'refuse a pass that changes the module and does not say so, or the reverse'
complete -c hlo-opt -l dump_to -r -F -d 'write the module after each pass that changes it to this folder, under XLA\'s names'
complete -c hlo-opt -l timing -d 'print the seconds of each pass on standard error'
complete -c hlo-opt -l upgrade_legacy -d 'accept what older versions of XLA wrote'
complete -c hlo-opt -l allow_unknown -d 'keep unknown opcodes and attributes (the default'
complete -c hlo-opt -l help -d 'print this help'
complete -c hlo-opt -l version -d 'print the version'

function __hlo_opt_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-opt -n '__hlo_opt_typed_no' -l nolist_passes -d 'not --list_passes'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l noverify_each -d 'not --verify_each'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l nocheck_changes -d 'not --check_changes'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l notiming -d 'not --timing'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l noupgrade_legacy -d 'not --upgrade_legacy'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l noallow_unknown -d 'not --allow_unknown'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l nohelp -d 'not --help'
complete -c hlo-opt -n '__hlo_opt_typed_no' -l noversion -d 'not --version'
