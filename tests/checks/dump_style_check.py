"""Counts the dump files of XLA that `hlo-fmt --style=dump` reproduces byte for byte.

    python3 dump_style_check.py --bin build/hlo-fmt [--min PERCENT] DIRECTORY...

Uses all *.txt below the directories that start like a module. Dump files come from
XLA_FLAGS="--xla_dump_to=DIRECTORY --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*".
"""
import argparse
import pathlib
import subprocess
import sys


def main():
  ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  ap.add_argument("--bin", required=True)
  ap.add_argument("--min", type=float, default=95)
  ap.add_argument("directories", nargs="+", type=pathlib.Path)
  a = ap.parse_args()
  passed, failed = 0, []
  for path in sorted(p for d in a.directories for p in d.rglob("*.txt")):
    text = path.read_bytes()
    if not text.startswith(b"HloModule "):
      continue
    printed = subprocess.run([a.bin, "--style=dump", str(path)], capture_output=True)
    if printed.stdout == text:
      passed += 1
    else:
      failed.append(path)
  for path in failed:
    print(path)
  count = passed + len(failed)
  percent = 100 * passed / count if count else 0
  print(f"{passed} passed, {len(failed)} failed: {percent:.2f} % come out as they were")
  return 0 if count and percent >= a.min else 1


if __name__ == "__main__":
  sys.exit(main())
