autocmd BufNewFile,BufRead *.hlo setfiletype hlo
" Dumps of XLA are called module_0001.main.after_optimizations.txt and the like.
autocmd BufNewFile,BufRead module_*.txt if getline(1) =~# '^HloModule\>' | setfiletype hlo | endif
