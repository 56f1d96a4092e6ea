" HLO text: formatting by hlo-fmt, indents, folds. ftplugin/hlo.vim uses them.

" Formats the instructions that lines `first` to `last` touch. What hlo-fmt refuses stays as it is, with
" its errors in the quickfix list. Returns whether it was formatted.
function! hlo#Format(first, last) abort
  let l:name = bufname('%') ==# '' ? '-' : bufname('%')
  let l:errors = tempname()
  let l:command = get(g:, 'hlo_fmt', 'hlo-fmt') . ' --keep --lines=' . a:first . ':' . a:last
        \ . ' --stdin_filename=' . shellescape(l:name) . ' 2>' . shellescape(l:errors)
  let l:text = systemlist(l:command, getline(1, '$'))
  let l:failed = v:shell_error
  cgetexpr readfile(l:errors)
  call delete(l:errors)
  if l:failed
    echohl ErrorMsg | echomsg 'hlo-fmt refuses the text, see :copen' | echohl None
  elseif l:text !=# getline(1, '$')
    let l:view = winsaveview()
    call setline(1, l:text)
    silent! execute (len(l:text) + 1) . ',$delete _'
    call winrestview(l:view)
  endif
  return !l:failed
endfunction

" 'formatexpr': gq and a motion. While text is typed nothing is formatted.
function! hlo#FormatExpr() abort
  if mode() !~# '[iR]'
    call hlo#Format(v:lnum, v:lnum + v:count - 1)
  endif
  return 0
endfunction

" 'indentexpr': two columns in computations, as hlo-fmt has it.
function! hlo#Indent(line) abort
  if getline(a:line) =~# '^\s*}'
    return 0
  endif
  let l:previous = prevnonblank(a:line - 1)
  if getline(l:previous) =~# '{\s*$'
    return shiftwidth()
  endif
  return getline(l:previous) =~# '^\s*}' ? 0 : indent(l:previous)
endfunction

" 'foldexpr': computations, and tables of stack frames.
function! hlo#Fold(line) abort
  let l:text = getline(a:line)
  if l:text =~# '^}'
    return '<1'
  elseif l:text =~# '^\%(FileNames\|FunctionNames\|FileLocations\|StackFrames\)\>\|^[^ /].*{\s*$'
    return '>1'
  endif
  return l:text ==# '' && getline(a:line + 1) =~# '^\%(\S\|$\)' ? '0' : '='
endfunction
