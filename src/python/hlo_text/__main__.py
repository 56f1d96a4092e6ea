"""python -m hlo_text: hlo-fmt, where the console script is not on the path."""

from hlo_text._cli import main

main()
