#!/usr/bin/env python3
"""Writes hot_functions.ld, the sections of hlo-fmt with the functions that it runs and the constants
that these read.

    src/cmake/hot_functions.py [--build build-hot]

Builds hlo-fmt with a map of its sections, runs it under valgrind on texts of testdata and on models
that two threads read, and lists each section with an instruction that was run or a byte that was
read: of libraries without a section for each, those of whole files. What only unusual texts need comes
last. Wants valgrind.

To be run when --max_memory_mb of tests/bench/startup.py is exceeded. Names that no longer exist do no
harm.
"""

import argparse
import bisect
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]

# Of libc, but not run under valgrind: it has no AVX-512, and no functions of the kernel to look up.
UNSEEN = """\
    *libc.a:*mem*-evex*.o(.text .text.*)
    *libc.a:mem*-avx512-unaligned-erms.o(.text .text.*)
    *libc.a:str*-evex*.o(.text .text.*)
    *libc.a:strstr-avx512.o(.text .text.*)
    *libc.a:dl-lookup.o(.text)
    *libc.a:dl-object.o(.text)
    *libc.a:dl-setup_hash.o(.text)
    *libc.a:open64_nocancel.o(.text)
"""

SCRIPT = """/* The functions that reading and printing run, next to each other, and the constants that these read.
   Around what is touched first the system maps sixteen pages: scattered, a small file takes 1.6 MB more.
   Written by hot_functions.py. */
SECTIONS {{
  .text.hot_functions : SUBALIGN(32) {{
{functions}  }}
}} INSERT BEFORE .text;
SECTIONS {{
  .rodata.hot_constants : {{
{constants}  }}
}} INSERT AFTER .rodata;
"""


def build(folder):
    """Returns hlo-fmt, generate_model and the linker's map of hlo-fmt."""
    options = ["-DHLO_TEXT_BUILD_BENCHMARKS=ON", "-DHLO_TEXT_LINK_MAPS=ON"]
    subprocess.run(["cmake", "-S", SOURCE, "-B", folder, "-G", "Ninja", *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "hlo-fmt", "generate_model"], check=True)
    return folder / "hlo-fmt", folder / "tests/bench/generate_model", folder / "hlo-fmt.map"


class Sections:
    """Those of the linker's map whose name starts with `prefix`, as (address, end, name, file)."""

    def __init__(self, path, prefix):
        self.sections = []
        is_wanted = False
        name = None
        line_of = re.compile(rf" (\{prefix}\S*)?(?: +0x([0-9a-f]+) +0x([0-9a-f]+) (\S.*))?")
        for line in path.read_text(encoding="utf-8").splitlines():
            if line[:1] not in ("", " "):
                is_wanted = line.startswith(prefix)
            # A long name stands on a line of its own.
            match = line_of.fullmatch(line)
            if not is_wanted or not match:
                continue
            name = match[1] or name
            if match[2] and name and int(match[3], 16) > 0:
                begin = int(match[2], 16)
                self.sections.append((begin, begin + int(match[3], 16), name, match[4]))
                name = None
        self.sections.sort()
        self.begins = [section[0] for section in self.sections]

    def holding(self, addresses):
        """The sections with one of the addresses or more."""
        found = set()
        for address in addresses:
            at = bisect.bisect_right(self.begins, address) - 1
            if at >= 0 and address < self.sections[at][1]:
                found.add(self.sections[at])
        return found


def valgrind(tool, log, options, command):
    # Texts of testdata may be wrong.
    subprocess.run(["valgrind", "-q", f"--tool={tool}", *options, *command, "-o", "/dev/null"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open(log, encoding="utf-8", errors="replace") as lines:
        yield from lines
    log.unlink()


def addresses_run(command, folder):
    """The addresses of all instructions that the command runs."""
    log = folder / "callgrind.out"
    addresses = set()
    last = 0
    for line in valgrind("callgrind", log, ["--dump-instr=yes", f"--callgrind-out-file={log}"], command):
        match = re.match(r"(?:(0x[0-9a-f]+)|([+-]\d+)|\*) ", line)
        if match:
            last = int(match[1], 16) if match[1] else last + int(match[2] or 0)
            addresses.add(last)
    return addresses


def addresses_read(command, folder):
    """The addresses of all bytes that the command reads."""
    log = folder / "lackey.out"
    addresses = set()
    for line in valgrind("lackey", log, ["--trace-mem=yes", f"--log-file={log}"], command):
        if line[:3] in (" L ", " M "):
            addresses.add(line[3:line.index(",")])
    return {int(address, 16) for address in addresses}


def code_pattern(name, file):
    """Of a section, for the linker; None if it is left where it is."""
    # What GCC makes of a function varies with what is inlined.
    function = re.sub(r"\.(isra|part|constprop|cold)\b.*", "", name)
    if name.startswith(".text.startup"):
        return "*(.text.startup .text.startup.*)"
    if name.startswith(".text.hot"):
        return "*(.text.hot .text.hot.*)"
    if "._Z" in function:
        return f"*({function} {function}.*)"
    archive = re.fullmatch(r"(?:.*/)?(lib(?!hlo)[^/]+\.a)\((.*)\)", file)
    if archive:
        return f"*{archive[1]}:{archive[2]}({name})"
    start_file = re.fullmatch(r".*/(crt\w+\.o)", file)
    return start_file and f"*{start_file[1]}({name})"


def constant_pattern(name, file):
    # Equal ones of several files are merged, so that the section of any of them may be read.
    merged = re.search(r"\.(cst|str1\.1)\d*$", name)
    if merged:
        return f"*(.rodata*.{merged[1]}*)"
    if "._Z" in name:
        return f"*({name})"
    archive = re.fullmatch(r"(?:.*/)?(lib[^/]+\.a)\((.*)\)", file)
    return archive and f"*{archive[1]}:{archive[2]}({name})"


def lines_of(patterns):
    return "".join(f"    {each}\n" for each in patterns)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build-hot", type=pathlib.Path)
    folder = parser.parse_args().build.resolve()
    program, generator, map_file = build(folder)
    # One model a run: of several, each thread would take one.
    usual = []
    for kind in ("model", "model_calls", "computations"):
        model = folder / f"{kind}.hlo"
        with open(model, "wb") as out:
            subprocess.run([generator, f"--kind={kind}", "--bytes=2M"], check=True, stdout=out)
        usual.append([program, "--jobs=2", "--timing", "--style=default", model])
    jax = sorted((SOURCE / "testdata/jax").glob("*.hlo"))
    usual.append([program, "--jobs=1", "--timing", *jax])
    traced = [max(jax, key=lambda each: each.stat().st_size), *jax[::100]]
    unusual = [[program, "--jobs=1", *sorted(texts.glob("*.hlo"))] for texts in SOURCE.glob("testdata/*/")]

    code = Sections(map_file, ".text")

    def patterns_run(commands):
        found = set().union(*(code.holding(addresses_run(each, folder)) for each in commands))
        return {code_pattern(name, file) for _, _, name, file in found} - {None}

    # By name: by how many texts need them, a text of 400 KB took 1.06 times as long.
    first = patterns_run(usual)
    functions = lines_of(sorted(first)) + UNSEEN + lines_of(sorted(patterns_run(unusual) - first))
    data = Sections(map_file, ".rodata")
    sizes = {}
    for text in traced:
        for begin, end, name, file in data.holding(addresses_read([program, "--timing", text], folder)):
            sizes[constant_pattern(name, file)] = end - begin
    sizes.pop(None, None)
    # Large tables, of which little is read, come last.
    constants = lines_of(sorted(sizes, key=lambda each: (sizes[each], each)))
    (SOURCE / "src/cmake/hot_functions.ld").write_text(
        SCRIPT.format(functions=functions, constants=constants), encoding="utf-8")
    print(f"{len(first)} functions first, {len(sizes)} constants")


if __name__ == "__main__":
    main()
