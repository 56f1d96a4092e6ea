"""python -m hlo_text: runs hlo-fmt, in case the console script is not on the path."""

from hlo_text._cli import hlo_fmt

if __name__ == "__main__":
    hlo_fmt()
