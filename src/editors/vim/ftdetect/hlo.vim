" Files of HLO text, for Vim and old Neovim; Neovim 0.8 and later takes hlo.lua. Not `setfiletype`: a dump
" already is of type `text` by its name.
if has('nvim-0.8')
  finish
endif
autocmd BufNewFile,BufRead *.hlo,*.hlo.txt set filetype=hlo
" Dumps of XLA are called module_0001.main.after_optimizations.txt, some with a time stamp in front; other
" files there begin with other words.
autocmd BufNewFile,BufRead module_[0-9]*.txt,[0-9]*.module_[0-9]*.txt
      \ if getline(1) =~# '^HloModule\>' | set filetype=hlo | endif
