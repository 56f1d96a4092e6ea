# fish completion for hlo-view; generated from its table of flags.

complete -c hlo-view -s o -r -F -d 'write to FILE, atomically, instead of standard output'
complete -c hlo-view -l passes -r -F -d 'report what each pass changed, from a folder with XLA\'s dumps of all passes'
complete -c hlo-view -l diff_against -r -F -d 'show how the input differs from FILE in structure, side by side'
complete -c hlo-view -l profile -r -F -d 'show the times that a profile, xplane.pb, has of the instructions'
complete -c hlo-view -l machine -r -F -d 'with costs: the least times on the machine whose peak numbers FILE has, as JSON'
complete -c hlo-view -l annotate -r -F -d 'print this file of the program, such as train.py, and the flops, bytes, share of the peak, collectives of each line'
complete -c hlo-view -l only -x -d 'show only computations whose name matches REGEX (RE2), and those that they call'
complete -c hlo-view -l format -x -a 'text json html' -d 'output format'
complete -c hlo-view -l first -x -d 'with --passes: report only the first pass after which the text of an instruction matches REGEX (RE2)'
complete -c hlo-view -l blame -x -d 'with --passes: report which passes made, moved and changed the instructions whose name matches REGEX (RE2)'
complete -c hlo-view -l module -x -d 'with --passes: report only modules whose name matches REGEX (RE2), or the module with this number'
complete -c hlo-view -l stages -x -d 'with --passes: compare two stages, given by number or name'
complete -c hlo-view -l all -d 'with --passes: also show passes that changed nothing'
complete -c hlo-view -l open -d 'open the page in a browser: the first that works of those in $BROWSER and xdg-open'
complete -c hlo-view -l upgrade_legacy -d 'accept what older versions of XLA wrote'
complete -c hlo-view -l allow_unknown -d 'keep unknown opcodes and attributes (the default'
complete -c hlo-view -l help -d 'print this help'
complete -c hlo-view -l version -d 'print the version'

function __hlo_view_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-view -n '__hlo_view_typed_no' -l noall -d 'not --all'
complete -c hlo-view -n '__hlo_view_typed_no' -l noopen -d 'not --open'
complete -c hlo-view -n '__hlo_view_typed_no' -l noupgrade_legacy -d 'not --upgrade_legacy'
complete -c hlo-view -n '__hlo_view_typed_no' -l noallow_unknown -d 'not --allow_unknown'
complete -c hlo-view -n '__hlo_view_typed_no' -l nohelp -d 'not --help'
complete -c hlo-view -n '__hlo_view_typed_no' -l noversion -d 'not --version'
