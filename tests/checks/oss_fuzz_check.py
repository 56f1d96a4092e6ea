#!/usr/bin/env python3
"""Does tests/fuzz/oss-fuzz/build.sh make what OSS-Fuzz can run?

  oss_fuzz_check.py --sources DIR --work DIR [--seconds N]

Runs the script as OSS-Fuzz's image does: a clone of the last commit beside abseil-cpp and re2 (from
--sources, where abseil-VERSION and re2-VERSION are), its variables and its flags for AddressSanitizer,
with clang 19 and libc++. Then each target of tests/fuzz must be in $OUT, with options, dictionary and
seeds, need no library that is not on every machine, report to the sanitizer and to the engine, and run
for N seconds (default: 5) on its seeds, from a folder of its own without the checkout.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FLAGS = ("-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION "
         "-fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link")
# OSS-Fuzz's libc++ is an archive, and its engine uses that. Debian's is not, and its engine wants
# libstdc++; clang would take -lstdc++ for libc++.
ENGINE = "-fsanitize=fuzzer;-Wl,-lstdc++"
EVERYWHERE = re.compile(
    r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+|c\+\+|c\+\+abi|unwind)\.so")


def build(sources, work):
    """Returns $OUT."""
    shutil.rmtree(work, ignore_errors=True)
    folders = {name: work / name.lower() for name in ("SRC", "WORK", "OUT")}
    for folder in folders.values():
        folder.mkdir(parents=True)
    subprocess.run(["git", "-c", "safe.directory=*", "clone", "-q", ROOT, folders["SRC"] / "hlo-text"],
                   check=True)
    for library, name in (("abseil-cpp", "abseil"), ("re2", "re2")):
        source, = [path for path in sources.glob(f"{name}-*") if path.is_dir()]
        (folders["SRC"] / library).symlink_to(source)
    with open(work / "log", "wb") as log:
        result = subprocess.run(
            [folders["SRC"] / "hlo-text/tests/fuzz/oss-fuzz/build.sh"], stdout=log,
            stderr=subprocess.STDOUT, check=False, cwd=folders["SRC"] / "hlo-text", env={
                **os.environ, **{name: str(folder) for name, folder in folders.items()},
                "CC": "clang-19", "CXX": "clang++-19", "CFLAGS": FLAGS,
                "CXXFLAGS": FLAGS + " -stdlib=libc++", "LIB_FUZZING_ENGINE": ENGINE,
            })
    if result.returncode != 0:
        sys.exit(f"build.sh failed: {work / 'log'}")
    return folders["OUT"]


def options(path):
    """The lines below [libfuzzer], as flags."""
    return [f"-{name}={value}" for name, value in re.findall(r"^(\w+) = (\w+)$", path.read_text(), re.M)]


def faults(out, name, folder, seconds):
    """What is wrong with a target; prints a line about it."""
    program, seeds = out / name, out / f"{name}_seed_corpus.zip"
    missing = [path.name for path in (program, seeds, out / f"{name}.dict", out / f"{name}.options")
               if not path.exists()]
    if missing:
        return [f"{name}: not in $OUT: {' '.join(missing)}"]
    wrong = []
    libraries = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    needed = [line.split()[0] for line in libraries.splitlines() if not EVERYWHERE.search(line)]
    if needed:
        wrong.append(f"{name}: needs {' '.join(needed)}")
    (folder / "seeds").mkdir(parents=True)
    (folder / "new").mkdir()
    with zipfile.ZipFile(seeds) as archive:
        archive.extractall(folder / "seeds")
        count = len(archive.namelist())
    result = subprocess.run(
        [program, f"-dict={out / name}.dict", *options(out / f"{name}.options"),
         f"-max_total_time={seconds}", "-print_final_stats=1", "-rss_limit_mb=2560", "new", "seeds"],
        cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    runs = re.search(r"number_of_executed_units:\s*(\d+)", result.stderr)
    coverage = re.findall(r"cov: (\d+)", result.stderr)
    words = re.search(r"Dictionary: (\d+) entries", result.stderr)
    if result.returncode != 0:
        (folder / "log").write_text(result.stderr)
        wrong.append(f"{name}: exit code {result.returncode}: {folder / 'log'}")
    elif not (runs and coverage and words):
        wrong.append(f"{name}: no runs, no coverage or no dictionary")
    else:
        print(f"{name:25} {count:6} seeds {words[1]:>5} words {runs[1]:>8} runs, coverage {coverage[-1]}",
              flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sources", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=5)
    args = parser.parse_args()
    work = args.work.resolve()
    out = build(args.sources.resolve(), work)
    names = sorted(path.stem for path in (ROOT / "tests/fuzz").glob("*_fuzzer.cc"))
    wrong = [fault for name in names for fault in faults(out, name, work / "run" / name, args.seconds)]
    print("\n".join(wrong) or f"{len(names)} targets run")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
