#!/usr/bin/env python3
"""Checks asynchronous operations on a folder of modules, and against XLA if it is installed.

  async_corpus_check.py --bin build/hlo-fmt --modules DIR [--only FILE] [--oracle CMD] [--limit N]

For every module of DIR (*.hlo) that has asynchronous instructions:

  sugar    the output of --async=sugar reads back as the same program: --async=generic
           --wrap_calls --print_large_constants prints the module and its sugared text the same,
           except for names, which are numbered by first mention in both, and for what the last
           link of a chain gives to the wrapped instruction in sugar.
  accepts  with --oracle: XLA reads the output of --async=generic, with and without --wrap_calls.
  same     ... and prints the wrapped form like the module itself.

--only names a file with the modules (without .hlo) that `sugar` and `same` check; the others are
skipped there. Elided constants are never compared. --oracle is a command that prints XLA's text of
each file, separated by lines "==== FILE", or "ERROR: ..." if XLA rejects it; a file that crashes it
gets a process of its own. Prints a line per check; exits 1 unless sugar
holds for all and the others for 99 %.
"""
import argparse
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

ASYNC = re.compile(rb"\b[a-z0-9-]+-(start|update|done)\(")
NAME = re.compile(rb"%[A-Za-z_][A-Za-z0-9_.-]*")
SIGNATURE_NAME = re.compile(rb"([(,] ?)([A-Za-z_][A-Za-z0-9_.-]*): ")
GENERIC = ["--async=generic", "--wrap_calls", "--print_large_constants"]
# Sugar is what XLA prints, so a wrapped instruction takes these from the last link; generic text keeps its own.
LAST_LINK = ["--strip=metadata,frontend_attributes,backend_config,origin,statistics"]


def run(binary, flags, data):
    result = subprocess.run([binary, *flags, "-"], input=data, capture_output=True, timeout=60)
    return result.stdout if result.returncode == 0 else None


def numbered(text):
    """`text` with every name replaced by a number, in order of first mention."""
    numbers = {}
    # Signatures have parameter names without '%'.
    text = SIGNATURE_NAME.sub(lambda m: m.group(1) + b"%" + m.group(2) + b": ", text)
    return NAME.sub(lambda m: b"%%%d" % numbers.setdefault(m.group(), len(numbers)), text)


def reads_back(binary, module):
    sugar = run(binary, ["--async=sugar", "--print_large_constants"], module)
    if sugar is None:
        return False
    ours, again = run(binary, GENERIC + LAST_LINK, module), run(binary, GENERIC + LAST_LINK, sugar)
    return ours is not None and again is not None and numbered(ours) == numbered(again)


class Oracle:
    def __init__(self, command):
        self.command = shlex.split(command)

    def _run(self, files):
        result = subprocess.run([*self.command, *files], capture_output=True)
        if result.returncode not in (0, 1):
            return None
        if len(files) == 1:
            return [result.stdout]
        return re.split(rb"^==== [^\n]*\n", result.stdout, flags=re.M)[1:]

    def texts(self, files, chunk=16):
        """XLA's text for each file; None if it crashes or rejects the file."""
        found = []
        for i in range(0, len(files), chunk):
            part = files[i : i + chunk]
            texts = self._run(part)
            if texts is None or len(texts) != len(part):
                texts = [(self._run([f]) or [b"ERROR"])[0] for f in part]
            found += [None if t.startswith(b"ERROR") else t for t in texts]
        return found


def write_all(folder, texts):
    names = []
    for i, text in enumerate(texts):
        names.append(os.path.join(folder, f"{i}.hlo"))
        with open(names[-1], "wb") as f:
            f.write(text)
    return names


def check_oracle(binary, oracle, modules, stable):
    """Numbers of modules that XLA accepts in both forms, and prints as the original."""
    accepted = same = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        forms = []
        for flags in (["--async=generic", "--wrap_calls"], ["--async=generic"]):
            part = os.path.join(folder, str(len(forms)))
            os.mkdir(part)
            texts = [run(binary, flags, m) or b"not readable" for m in modules.values()]
            forms.append(oracle.texts(write_all(part, texts)))
        part = os.path.join(folder, "original")
        os.mkdir(part)
        originals = oracle.texts(write_all(part, list(modules.values())))
        for name, original, wrapped, direct in zip(modules, originals, *forms):
            accepted += wrapped is not None and direct is not None
            if wrapped is None or direct is None:
                print(f"not accepted: {name}")
            if name in stable and original is not None and b"({...})" not in modules[name]:
                compared += 1
                same += wrapped == original
                if wrapped != original:
                    print(f"not the same: {name}")
    return accepted, same, compared


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True)
    parser.add_argument("--modules", required=True)
    parser.add_argument("--only")
    parser.add_argument("--oracle")
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()

    modules = {}
    for path in sorted(glob.glob(os.path.join(args.modules, "*.hlo"))):
        with open(path, "rb") as f:
            text = f.read()
        if ASYNC.search(text):
            modules[os.path.basename(path)[: -len(".hlo")]] = text
    if args.limit:
        modules = dict(list(modules.items())[: args.limit])
    stable = set(modules)
    if args.only:
        with open(args.only) as f:
            stable = set(f.read().split())

    failed = [n for n, m in modules.items() if n in stable and not reads_back(args.bin, m)]
    total = len([n for n in modules if n in stable])
    for name in failed:
        print(f"sugar is another program: {name}")
    print(f"sugar    {total - len(failed)} / {total}")
    ok = not failed
    if args.oracle:
        accepted, same, compared = check_oracle(args.bin, Oracle(args.oracle), modules, stable)
        print(f"accepts  {accepted} / {len(modules)}")
        print(f"same     {same} / {compared}")
        ok = ok and accepted >= 0.99 * len(modules) and same >= 0.99 * compared
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
