#!/usr/bin/env python3
"""Writes hot_functions.ld, the sections of hlo-fmt with the functions that it runs.

    src/cmake/hot_functions.py [--build build-hot]

Builds hlo-fmt with a map of its sections, runs it under callgrind on JAX programs of testdata and on
models that two threads read, and lists each section with an instruction that was run: of libraries
without a section for each function, those of whole files. Wants valgrind.

To be run when --max_memory_mb of tests/bench/startup.py is exceeded. Names that no longer exist do no
harm.
"""

import argparse
import bisect
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]

HEADING = """/* The functions that reading and printing run, next to each other. Around a function that is called the
   system maps sixteen pages: with scattered functions a small file takes 1.6 MB more.
   Written by hot_functions.py. */
SECTIONS {
  .text.hot_functions : SUBALIGN(32) {
"""


def build(folder):
    """Returns hlo-fmt, generate_model and the linker's map of hlo-fmt."""
    options = ["-DHLO_TEXT_BUILD_BENCHMARKS=ON", "-DHLO_TEXT_LINK_MAPS=ON"]
    subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "hlo-fmt", "generate_model"], check=True)
    return folder / "hlo-fmt", folder / "tests/bench/generate_model", folder / "hlo-fmt.map"


def read_map(path):
    """Sections of code as (address, end, name, file), by address."""
    sections = []
    is_code = False
    name = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line[:1] not in ("", " "):
            is_code = line.startswith(".text")
        # A long name stands on a line of its own.
        match = re.fullmatch(r" (\.text\S*)?(?: +0x([0-9a-f]+) +0x([0-9a-f]+) (\S.*))?", line)
        if not is_code or not match:
            continue
        name = match[1] or name
        if match[2] and name and int(match[3], 16) > 0:
            begin = int(match[2], 16)
            sections.append((begin, begin + int(match[3], 16), name, match[4]))
            name = None
    return sorted(sections)


def addresses_run(command, folder):
    """The addresses of all instructions that the command runs."""
    profile = folder / "callgrind.out"
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes",
                    f"--callgrind-out-file={profile}", *command], check=True, stdout=subprocess.DEVNULL)
    addresses = set()
    last = 0
    for line in profile.read_text(encoding="utf-8").splitlines():
        match = re.match(r"(?:(0x[0-9a-f]+)|([+-]\d+)|\*) ", line)
        if match:
            last = int(match[1], 16) if match[1] else last + int(match[2] or 0)
            addresses.add(last)
    return addresses


def pattern(name, file):
    """Of a section, for the linker; None if it is left where it is."""
    # What GCC makes of a function varies with what is inlined.
    function = re.sub(r"\.(isra|part|constprop|cold)\b.*", "", name)
    if name.startswith(".text.startup"):
        return "*(.text.startup .text.startup.*)"
    if "._Z" in function:
        return f"*({function} {function}.*)"
    archive = re.fullmatch(r"(?:.*/)?(lib(?!hlo)[^/]+\.a)\((.*)\)", file)
    return archive and f"*{archive[1]}:{archive[2]}({name})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build-hot", type=pathlib.Path)
    folder = parser.parse_args().build.resolve()
    program, generator, map_file = build(folder)
    models = []
    for kind in ("model", "model_calls", "computations"):
        models.append(folder / f"{kind}.hlo")
        with open(models[-1], "wb") as out:
            subprocess.run([generator, f"--kind={kind}", "--bytes=2M"], check=True, stdout=out)
    small = sorted((SOURCE / "testdata/jax").glob("*.hlo"))
    run = set()
    # One model a run: of several, each thread would take one.
    for arguments in (["--jobs=1", *small], *(["--jobs=2", "--timing", model] for model in models)):
        run |= addresses_run([program, *arguments, "-o", "/dev/null"], folder)
    sections = read_map(map_file)
    begins = [section[0] for section in sections]
    found = set()
    for address in run:
        at = bisect.bisect_right(begins, address) - 1
        if at >= 0 and address < sections[at][1]:
            found.add(sections[at])
    patterns = {pattern(name, file) for _, _, name, file in found} - {None}
    lines = "".join(f"    {each}\n" for each in sorted(patterns))
    (SOURCE / "src/cmake/hot_functions.ld").write_text(f"{HEADING}{lines}  }}\n}} INSERT BEFORE .text;\n",
                                                       encoding="utf-8")
    size = sum(end - begin for begin, end, _, _ in found)
    print(f"{len(patterns)} sections, {size} bytes")


if __name__ == "__main__":
    main()
