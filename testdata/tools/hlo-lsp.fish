# fish completion for hlo-lsp; generated from its table of flags.

complete -c hlo-lsp -l stdio -d 'accepted and ignored: there is no other way'
complete -c hlo-lsp -l help -d 'print this help'
complete -c hlo-lsp -l version -d 'print the version'

function __hlo_lsp_typed_no
  string match -q -- '--no*' (commandline -ct)
end
complete -c hlo-lsp -n '__hlo_lsp_typed_no' -l nostdio -d 'not --stdio'
complete -c hlo-lsp -n '__hlo_lsp_typed_no' -l nohelp -d 'not --help'
complete -c hlo-lsp -n '__hlo_lsp_typed_no' -l noversion -d 'not --version'
