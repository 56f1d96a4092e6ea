# fish completion for hlo-reduce; generated from its table of flags.

complete -c hlo-reduce -s o -r -F -d 'write to FILE, atomically, instead of standard output'
complete -c hlo-reduce -l test -x -d 'a program that gets the path of a module and exits with 0 while it is still interesting'
complete -c hlo-reduce -l crashes -x -d 'instead: a command line of the shell, in which {} is the path (or else its end)'
complete -c hlo-reduce -l prints -x -d 'interesting while the output of the command, standard error included, matches (RE2, anywhere)'
complete -c hlo-reduce -l by -x -d 'with --prints: the command, as for --crashes, however it ends. Without --by: that of --crashes, and both must hold'
complete -c hlo-reduce -l timeout -x -d 'seconds after which a test is killed, and the module not interesting'
complete -c hlo-reduce -l jobs -x -d 'tests at once. The result is the same for any number, unless --max_tests stops the run'
complete -c hlo-reduce -l max_tests -x -d 'stop after so many tests of smaller modules'
complete -c hlo-reduce -l extract -x -d 'no tests: write what this instruction depends on as a module of its own'
complete -c hlo-reduce -l hops -x -d 'with --extract: what is at most N edges away instead, in both directions'
complete -c hlo-reduce -l anonymize -d 'no tests: replace names, strings and constants, drop metadata and configurations, keep the structure'
complete -c hlo-reduce -l unverified -d 'also ask about modules that the verifier rejects'
complete -c hlo-reduce -l text -d 'reduce the text, not the module: blocks, lines, tokens. Also done if FILE cannot be read'
complete -c hlo-reduce -l upgrade_legacy -d 'accept what older versions of XLA wrote'
complete -c hlo-reduce -l allow_unknown -d 'keep unknown opcodes and attributes (the default'
complete -c hlo-reduce -l help -d 'print this help'
complete -c hlo-reduce -l version -d 'print the version'

function __hlo_reduce_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l noanonymize -d 'not --anonymize'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l nounverified -d 'not --unverified'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l notext -d 'not --text'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l noupgrade_legacy -d 'not --upgrade_legacy'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l noallow_unknown -d 'not --allow_unknown'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l nohelp -d 'not --help'
complete -c hlo-reduce -n '__hlo_reduce_typed_no' -l noversion -d 'not --version'
