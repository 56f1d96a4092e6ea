" HLO text: comments, names as words, folding by computation.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=s1:/*,mb:*,ex:*/,://
" `*` and `#` take %add.1 and all-reduce as one word.
setlocal iskeyword=@,48-57,_,.,-,%
setlocal foldmethod=expr
setlocal foldexpr=getline(v:lnum)=~#'^}'?'<1':getline(v:lnum)=~#'{\\s*$'?'>1':'='
setlocal nofoldenable
if executable('hlo-fmt')
  setlocal formatprg=hlo-fmt\ --keep
endif

let b:undo_ftplugin = 'setlocal commentstring< comments< iskeyword< foldmethod< foldexpr< foldenable< formatprg<'
