"""Makes the expected outputs beside the inputs of this directory, by asking XLA itself.

    HLO_ORACLE=COMMAND python3 make_expected.py [SUBJECT|FILE]...

COMMAND [--isolate] [--set print_large_constants=1] FILE... must print, for each FILE, a line '==== FILE' (if there are several)
and then the module as XLA prints it, or 'ERROR: ' and XLA's message, or 'CRASH: ' and the failed check.

For SUBJECT/NAME.hlo it writes
  NAME.default.hlo             XLA's text by default options, where it is not the input
  NAME.default.again.hlo       the text that XLA makes of that text, where other lines than the order of instructions differ
  NAME.default.again.xla.txt   XLA's message, where it cannot read its own text again
  NAME.large.hlo               XLA's text with print_large_constants, where it is another and no constant was elided in the input
for async/.../NAME.hlo only
  NAME.async-xla.hlo           XLA's text by default options, where it is not NAME.default.hlo: sugar, also where that changes the meaning
and for bad-NAME.hlo
  bad-NAME.xla.txt             XLA's message, where it gives one.
An input whose first line says 'by hand' keeps the files that it has: on those XLA aborts, or makes up values for elided
constants, or rewrites async operations, and the expectation is ours.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# XLA cannot read what it prints for an elided tuple, nor a computation that is used before it is defined; we can.
OURS_READS = (b"expects '(' in front of tuple elements", b"computation does not exist")
HERE = pathlib.Path(__file__).resolve().parent


def ask(files, *options):
  """XLA's answer for each file, in one process; one by one where XLA aborted."""
  command = shlex.split(os.environ["HLO_ORACLE"])
  r = subprocess.run([*command, *options, *map(str, files), "/dev/null"], capture_output=True)
  if r.returncode in (0, 1):
    parts = re.split(rb"^==== .*\n", r.stdout, flags=re.M)[1:]
    assert len(parts) == len(files) + 1
    return dict(zip(files, parts))
  if len(files) > 1:
    middle = len(files) // 2
    return {**ask(files[:middle], *options), **ask(files[middle:], *options)}
  return {files[0]: b"CRASH"}


def write(path, content):
  if content is None:
    path.unlink(missing_ok=True)
  else:
    path.write_bytes(content)


def refused(answer):
  return answer.startswith((b"ERROR: ", b"CRASH"))


def by_hand(path):
  return b"by hand" in path.read_bytes().split(b"\n", 1)[0]


def lines(text):
  """In any order, as are the numbers of stack frames."""
  return sorted(re.sub(rb"stack_frame_id=\d+", b"stack_frame_id=", line)
                for line in text.split(b"\n") if not line[:1].isdigit())


def expected(files):
  default = ask(files)
  large = ask(files, "--set", "print_large_constants=1")
  good = [f for f in files if not refused(default[f])]
  for f in files:
    if f not in good:
      print(f"{f}: {default[f][:200].decode(errors='replace')}", file=sys.stderr)
  with tempfile.TemporaryDirectory() as directory:
    copies = {f: pathlib.Path(directory) / f"{i}.hlo" for i, f in enumerate(good)}
    for f in good:
      copies[f].write_bytes(default[f])
    again = ask(list(copies.values())) if copies else {}
  for f in good:
    stem = f.with_suffix("")
    elided = b"{...}" in f.read_bytes()
    second = again[copies[f]]
    filled = second.count(b"{...}") < default[f].count(b"{...}")
    readable = not refused(second) and not filled and lines(second) != lines(default[f])
    write(stem.with_suffix(".default.hlo"), default[f] if default[f] != f.read_bytes() else None)
    write(stem.with_suffix(".default.again.hlo"), second if readable else None)
    ours_reads_it = any(b in second for b in OURS_READS)
    write(stem.with_suffix(".default.again.xla.txt"),
          second.removeprefix(b"ERROR: ") if second.startswith(b"ERROR: ") and not ours_reads_it else None)
    write(stem.with_suffix(".large.hlo"), large[f] if large[f] != default[f] and not elided else None)


def expected_async(files):
  for f, answer in ask(files).items():
    if refused(answer):
      print(f"{f}: {answer[:200].decode(errors='replace')}", file=sys.stderr)
    else:
      sugar = f.with_suffix(".default.hlo")
      usual = (sugar if sugar.exists() else f).read_bytes()
      write(f.with_suffix(".async-xla.hlo"), answer if answer != usual else None)


def messages(files):
  for f, answer in ask(files).items():
    said = b"was parsing" in answer
    write(f.with_suffix(".xla.txt"), answer.removeprefix(b"ERROR: ") if said else None)
    if not answer.startswith(b"ERROR: "):
      print(f"{f}: {'XLA aborts' if answer.startswith(b'CRASH') else 'XLA accepts it'}", file=sys.stderr)


def main():
  where = [HERE / a if not pathlib.Path(a).exists() else pathlib.Path(a).resolve() for a in sys.argv[1:]] or [HERE]
  files = [f for w in where for f in (sorted(w.rglob("*.hlo")) if w.is_dir() else [w])]
  files = [f for f in files if not re.search(r"\.(default|large|legacy|async-\w+)\.", f.name) and not by_hand(f)]
  good = [f for f in files if not f.name.startswith("bad-")]
  bad = [f for f in files if f.name.startswith("bad-")]
  asynchronous = [f for f in good if f.is_relative_to(HERE / "async")]
  good = [f for f in good if f not in asynchronous]
  if good:
    expected(good)
  if asynchronous:
    expected_async(asynchronous)
  if bad:
    messages(bad)


if __name__ == "__main__":
  main()
