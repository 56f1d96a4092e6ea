#!/usr/bin/env python3
"""Does XLA read the same random programs, or mutants of texts and protos, and print the same?

  random_programs_check.py --bin build/hlo-fmt --oracle ORACLE --work DIR
      (--tests build/tests/hlo_tests | --texts FOLDER...)
  random_programs_check.py --bin build/hlo-translate --oracle ORACLE --work DIR --protos FOLDER...
      [--programs 10000] [--seed 1] [--preset default] [--differences 10]

Programs are those of tests/random_program_test.cc, or what mutated_texts.py makes of the texts of at
most 6 KB in the folders about which hlo-fmt and XLA agree. ORACLE is a command that prints like XLA,
with the options of a preset: default, short_parsable, canonical or fingerprint. With --protos,
mutated_protos.py changes what XLA writes of such texts.
What XLA reads, hlo-fmt must read and print byte for byte; what XLA rejects, hlo-fmt must reject, with
the same first error at the same place. A program that crashes XLA is only counted. Shows the first
--differences programs of each kind of difference; exits with 1 if there is one without a reason in
KNOWN, and with 77 without ORACLE.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import mutated_protos
import mutated_texts
from oracle_batch import ask

# Differences that are meant, by a pattern of our error, or XLA's.
KNOWN = (
    # A constant whose values a printer left out may have no dimensions; XLA prints it so, too.
    r"expects nested array in rank 0, but sees larger",
    # XLA reads this chain, but not its generic text.
    r"opcode async-\w+ cannot be wrapped in an asynchronous instruction",
    # XLA drops all operands of a done but the first; the program would change without a word.
    r"^\d+:\d+: error: expects 1 operands, but has \d+ operands",
    # A program with several errors, of which XLA finds another one first: it checks an accuracy and a
    # sub-axis behind all of the attribute, a layout behind the elements of a constant; and it finds a
    # signed index type at once, but rejects it only in the shape of the entry.
    r"of result_accuracy must not be",
    r"Sub-axis size must be strictly less",
    r"^\d+:\d+: error: invalid shape: .*\n.*(literal|nested array|layout to end)",
    r"expecting an unsigned integer type",
    # A computation may come later in our texts, so one that is missing is found at the end.
    r"\n\d+:\d+: error: computation does not exist",
    # XLA multiplies modulo 2^64, and with several errors in a constant counts its elements first.
    r"the number of devices overflows int64",
    r"is larger than the limit of .*\n.*expects \d+ elements",
    # It does not check this order of devices, which means nothing.
    r"iota_transpose_perm is not a permutation",
    # XLA aborts on such a single instruction, if it has no other error.
    r"nested instruction: Duplicate parameter number",
    # XLA aborts where numbers have gaps, but keeps only 32 bits of a number.
    r"must be numbered 0\.\.\d+ without gaps",
    # We read what XLA prints with bodies in place, and itself refuses.
    r"attribute to_apply already exists\n.*unexpected attribute \"calls\"",
    r"\n.*unexpected attribute \"algorithm\"",
    # Protos: a layout with another number of dimensions, a header without a result, schedules of what is
    # never called, and other things that no program can use.
    r"layout minor_to_major field contains \d+ elements",
    r"host_program_shape: there is no result",
    r"host_program_shape\..*(element_type is not known|should not have a layout)|Negative dimension",
    r"schedule: Schedule for computation",
    r"Async(Start|Update) expects the shape to be a tuple",
    r"iota_(transpose_perm|reshape_dims) do(es)? not fit|there are no replica groups",
    r"original_value: the shape indices of the elements are not a tree",
    r"Unknown fft type|the version is not known|should have an odd number of operands",
    r"transpose_a is not known|a type of last_tile_dims is not known",
    r"should have 0 called computation but sees",
    # A payload that is neither here nor there; dimensions that are no numbers of dimensions.
    r"metadata=\{\}|metadata_payload=\"\"|dim_labels=[\w>-]*\?",
    # XLA reads 32 bits of an id.
    r"contains invalid operand id",
    # Strings in what is not read; layouts that texts may have; what takes too much memory.
    r"Failed to deserialize HloModuleProto$",
    r"layout has (a (index|pointer)_primitive_type|invalid tiles)|split config (split ind|has out)",
    r"std::bad_alloc|Shape Error: Dimensions overflow",
    # The text of a check inside XLA; an exception of its Python interface.
    r"\n.*RET_CHECK failure",
    r"\n.*Bad StatusOr access",
    # A text with a byte 0 is taken for a proto.
    r"Failed to deserialize HloModuleProto: .*\n.*\d+:\d+: error: ",
    # We read modules and computations without a name.
    r"\n\d+:\d+: error: expects name$",
)

CRASH = "crash"
MOST_BYTES = 6000  # of a text: most of XLA's time is for long ones
MUTANTS_PER_TEXT = 5

ERROR = re.compile(r"(\d+:\d+: error: .*)")


def first_error(text):
    found = ERROR.search(text)
    return found.group(1) if found else text.strip().split("\n")[0]


def their_error(text):
    """XLA counts the columns of the first line from 0."""
    return re.sub(r"^1:(\d+):", lambda column: f"1:{int(column[1]) + 1}:", first_error(text))


def ours(args, path):
    reads = ["--from=hlo-proto"] if args.protos else [f"--style={args.preset}"]
    result = subprocess.run([args.bin, "--async=xla", *reads, path], capture_output=True, check=False)
    if result.returncode == 0:
        return True, result.stdout.decode("utf-8", "surrogateescape")
    return False, first_error(result.stderr.decode("utf-8", "surrogateescape"))


def theirs(folder, path):
    """Whether XLA reads it, and its text or error; None if it crashed."""
    for end, reads in ((".txt", True), (".err", False)):
        answer = folder / (path.stem + end)
        if answer.exists():
            text = answer.read_text("utf-8", "surrogateescape")
            if text.startswith("CRASH"):
                return None
            return reads, text if reads else their_error(text)
    return None


def same_text(mine, xla):
    """XLA invents values for small constants that are written {...}; we keep that."""
    lines, others = mine.split("\n"), xla.split("\n")
    return len(lines) == len(others) and all(
        a == b or "{...}" in a and a.split("constant(")[0] == b.split("constant(")[0]
        for a, b in zip(lines, others)
    )


def same_error(mine, xla):
    """Some of XLA's errors have neither place nor words; some hide protos in links, or go on. Ours
    may have a hint behind them."""
    if not ERROR.search(xla):
        return True
    words = xla.split("goo.gle/")[0].rstrip()
    if words != xla or words.endswith(":"):
        return mine.startswith(words)
    return mine.startswith(words) and re.match(r"$|: |; did you mean ", mine[len(words) :])


def what_of(error):
    """Without places, names and numbers."""
    words = re.sub(r"^(?:[a-z_0-9]+(?:\[\d+\])?\.?)+: ", "", error.split("error: ", 1)[-1])
    return re.sub(r"[\d%'\"\[{].*", "", words)


def kind_of(mine, xla):
    if mine[0] and xla[0]:
        return None if same_text(mine[1], xla[1]) else "prints"
    if mine[0]:
        return "XLA rejects: " + what_of(xla[1])
    if xla[0]:
        return "we reject: " + what_of(mine[1])
    return None if same_error(mine[1], xla[1]) else "errors"


def write_random(args, work):
    """The random programs of a test, as files."""
    environment = {
        **os.environ,
        "HLO_TEXT_PROGRAMS": str(args.programs),
        "HLO_TEXT_PROGRAM_SEED": str(args.seed),
        "HLO_TEXT_PROGRAM_FOLDER": str(work),
    }
    subprocess.run([args.tests, "--gtest_brief=1", "--gtest_filter=RandomProgram.*"],
                   env=environment, check=True, stdout=subprocess.DEVNULL)
    return sorted(work.glob("*.hlo"), key=lambda path: int(path.stem))


def sample_of_texts(args, folders, work, choices):
    """Copies of some texts of at most MOST_BYTES."""
    found = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.hlo")
                   if path.stat().st_size <= MOST_BYTES and b"\r" not in path.read_bytes())
    sample = choices.sample(found, min(len(found), max(args.programs // MUTANTS_PER_TEXT, 1)))
    copies = work / "texts"
    copies.mkdir()
    texts = []
    for i, path in enumerate(sample):
        texts.append(copies / f"{i}.hlo")
        shutil.copyfile(path, texts[-1])
    return copies, texts


def alike(args, folder, paths):
    """Those that XLA and the library see alike."""
    return [path for path, kind, _, _ in differences(args, folder, paths) if kind is None]


def write_mutants(args, work):
    """Mutants of texts that XLA and hlo-fmt see alike, as files."""
    choices = random.Random(args.seed)
    texts = alike(args, *sample_of_texts(args, args.texts, work, choices))
    mutator = mutated_texts.Mutator([read(path) for path in texts], choices)
    mutants = (mutator.mutant().encode("utf-8", "surrogateescape") for _ in range(args.programs))
    return write_all(mutants, work, ".hlo")


def write_mutated_protos(args, work):
    """Mutants of the protos that XLA makes of texts, as files."""
    choices = random.Random(args.seed)
    _, texts = sample_of_texts(args, args.protos, work, choices)
    protos = work / "protos"
    ask(args.oracle, ["--to_proto"], texts, protos)
    named = [path.rename(path.with_suffix("").with_suffix(".pb")) for path in sorted(protos.glob("*.hlo.pb"))]
    known = alike(args, protos, named)
    mutator = mutated_protos.Mutator([path.read_bytes() for path in known], choices)
    return write_all((mutator.mutant() for _ in range(args.programs)), work, ".pb")


def write_all(contents, work, suffix):
    paths = []
    for i, content in enumerate(contents):
        paths.append(work / f"{i}{suffix}")
        paths[-1].write_bytes(content)
    return paths


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


def differences(args, work, paths):
    """Yields (path, kind of difference, what hlo-fmt says, what XLA says) of each."""
    answers = work / "xla"
    reads = ["--from_proto"] if args.protos else ["--preset", args.preset]
    ask(args.oracle, reads, paths, answers)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, mine in zip(paths, pool.map(lambda path: ours(args, path), paths)):
            xla = theirs(answers, path)
            yield path, CRASH if xla is None else kind_of(mine, xla), mine, xla


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("bin", "oracle", "work"):
        parser.add_argument("--" + name, required=name != "oracle")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--tests")
    source.add_argument("--texts", nargs="+")
    source.add_argument("--protos", nargs="+")
    parser.add_argument("--programs", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--differences", type=int, default=10)
    args = parser.parse_args()
    if not args.oracle:
        return 77
    work = pathlib.Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    write = write_random if args.tests else write_mutants if args.texts else write_mutated_protos
    paths = write(args, work)
    counts, kinds, known = collections.Counter(), collections.defaultdict(list), 0
    for path, kind, mine, xla in differences(args, work, paths):
        if kind == CRASH:
            counts["crashed XLA; we " + ("read" if mine[0] else "reject")] += 1
            continue
        counts[("we read, " if mine[0] else "we reject, ") + ("XLA reads" if xla[0] else "XLA rejects")] += 1
        if kind is None:
            continue
        if any(re.search(pattern, mine[1] + "\n" + xla[1]) for pattern in KNOWN):
            known += 1
            continue
        kinds[kind].append((path, mine[1], xla[1]))
    for what, count in sorted(counts.items()):
        print(f"{count:7} {what}")
    print(f"{known:7} known differences")
    for kind, cases in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases):7} differ: {kind}")
        for path, mine, xla in cases[: args.differences]:
            print(f"        {path}")
            if kind != "prints":
                print(f"          we: {mine[:200]}\n         XLA: {xla[:200]}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
