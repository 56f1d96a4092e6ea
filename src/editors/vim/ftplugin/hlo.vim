" HLO text: comments, names as words, folds, indents and formatting (autoload/hlo.vim). Settings:
"   let g:hlo_format_on_save = 1
"   let g:hlo_fmt = '/opt/hlo-text/bin/hlo-fmt'
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
" `*` and `#` take %add.1 and all-reduce as one word.
setlocal iskeyword=@,48-57,_,.,-,%
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal indentexpr=hlo#Indent(v:lnum) indentkeys=0},o,O
setlocal foldmethod=expr foldexpr=hlo#Fold(v:lnum) nofoldenable
if executable(get(g:, 'hlo_fmt', 'hlo-fmt'))
  " gq and a motion: gqq for this line, gggqG for all.
  setlocal formatexpr=hlo#FormatExpr()
  augroup hlo
    autocmd! BufWritePre <buffer>
    autocmd BufWritePre <buffer> if get(g:, 'hlo_format_on_save') | call hlo#Format(1, line('$')) | endif
  augroup END
endif

let b:undo_ftplugin = 'setlocal commentstring< comments< iskeyword< expandtab< shiftwidth< softtabstop<'
      \ . ' indentexpr< indentkeys< foldmethod< foldexpr< foldenable< formatexpr<'
      \ . ' | silent! autocmd! hlo BufWritePre <buffer>'
