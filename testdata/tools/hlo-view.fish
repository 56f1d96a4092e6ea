# fish completion for hlo-view; made of its table of flags.

complete -c hlo-view -s o -r -F -d 'write FILE, atomically, instead of standard output'
complete -c hlo-view -l passes -r -F -d 'report what each pass has changed, from the dumps of all passes that XLA has written into a folder'
complete -c hlo-view -l format -x -a 'text json html svg' -d 'how --passes writes its report'
complete -c hlo-view -l first -x -d 'with --passes: only the first pass after which there is an instruction whose text has a match of REGEX (RE2)'
complete -c hlo-view -l module -x -d 'with --passes: only modules whose names have a match of REGEX (RE2), or the one with this number'
complete -c hlo-view -l stages -x -d 'with --passes: what is different between two stages, by number or name'
complete -c hlo-view -l all -d 'with --passes: also those that have changed nothing'
complete -c hlo-view -l upgrade_legacy -d 'accept older forms of asynchronous instructions'
complete -c hlo-view -l allow_unknown -d 'keep opcodes and attributes that are not known'
complete -c hlo-view -l help -d 'this text'
complete -c hlo-view -l version -d 'the version'

function __hlo_view_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-view -n '__hlo_view_typed_no' -l noall -d 'not --all'
complete -c hlo-view -n '__hlo_view_typed_no' -l noupgrade_legacy -d 'not --upgrade_legacy'
complete -c hlo-view -n '__hlo_view_typed_no' -l noallow_unknown -d 'not --allow_unknown'
complete -c hlo-view -n '__hlo_view_typed_no' -l nohelp -d 'not --help'
complete -c hlo-view -n '__hlo_view_typed_no' -l noversion -d 'not --version'
