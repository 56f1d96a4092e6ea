# fish completion for hlo-translate; generated from its table of flags.

complete -c hlo-translate -s o -r -F -d 'write to FILE, atomically, instead of standard output'
complete -c hlo-translate -l to -x -a 'json dot mlir-async hlo hlo-proto textproto ndjson csv' -d 'output format'
complete -c hlo-translate -l from -x -a 'hlo hlo-proto mlir-async' -d 'input format'
complete -c hlo-translate -l table -x -a 'modules computations instructions edges collectives passes errors' -d 'with --to=ndjson or csv'
complete -c hlo-translate -l jobs -x -d 'with --table: read N files at a time'
complete -c hlo-translate -l wrap -x -a 'hlo_proto snapshot with_config' -d 'with --to=hlo-proto or textproto'
complete -c hlo-translate -l large_constants -d 'with --to=json: all values of constants with more than 10 elements'
complete -c hlo-translate -l registered_only -d 'with --to=mlir-async: call declared functions instead of using operations that MLIR does not know'
complete -c hlo-translate -l name_attributes -d 'with --to=mlir-async: also put instruction names into attributes, which MLIR passes keep'
complete -c hlo-translate -l async -x -a 'sugar xla generic keep' -d 'with --to=hlo'
complete -c hlo-translate -l computation -x -d 'with --to=dot: draw only this computation'
complete -c hlo-translate -l around -x -d 'with --to=dot: draw only nodes near this instruction'
complete -c hlo-translate -l hops -x -d 'with --around: how many edges away, in both directions'
complete -c hlo-translate -l unfold -d 'with --to=dot: draw the contents of fusions'
complete -c hlo-translate -l max_nodes -x -d 'with --to=dot: fail if more instructions would be drawn'
complete -c hlo-translate -l upgrade_legacy -d 'accept what older versions of XLA wrote'
complete -c hlo-translate -l allow_unknown -d 'keep unknown opcodes and attributes (the default'
complete -c hlo-translate -l help -d 'print this help'
complete -c hlo-translate -l version -d 'print the version'

function __hlo_translate_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-translate -n '__hlo_translate_typed_no' -l nolarge_constants -d 'not --large_constants'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l noregistered_only -d 'not --registered_only'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l noname_attributes -d 'not --name_attributes'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l nounfold -d 'not --unfold'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l noupgrade_legacy -d 'not --upgrade_legacy'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l noallow_unknown -d 'not --allow_unknown'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l nohelp -d 'not --help'
complete -c hlo-translate -n '__hlo_translate_typed_no' -l noversion -d 'not --version'
