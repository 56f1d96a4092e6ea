#!/usr/bin/env python3
"""Does --verify refuse what XLA's verifier refuses, and nothing else?

  wrong_programs_check.py --bin build/hlo-fmt --work DIR [--programs 2000] [--seed 1]
      [--texts testdata] [--layouts] [--differences 10]

Takes right programs and breaks each in one place: a shape, a layout, operands, an attribute, groups, a
channel, a called computation, the order of a schedule, a thread, an alias. $HLO_VERIFIER is the judge, a
command that parses and verifies files: for each FILE it prints a line '==== FILE' and then 'verified', or
'parse: ...' or 'verify: ...' with the first error. It may crash; such a program is only counted. With
--layouts both verify layouts, and the judge gets --layout.

Shows the first --differences programs of each kind of difference; exits with 1 if there is one without a
reason in KNOWN, and with 77 without a judge.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys

BATCH = 50  # files for one run of the judge
MOST_BYTES = 6000  # of a right program

# Differences that docs/reference/verifying.md explains, by a pattern of either message.
KNOWN = (
    # Sugar could not express what this chain wraps.
    r"opcode [\w-]+ cannot be wrapped",
    # XLA drops all operands of a done but the first; the program would change without a word.
    r"error: expects 1 operands, but has \d+ operands",
    # A called computation may come later in our texts.
    r"computation does not exist",
    # XLA's compilers tell their verifier which instructions may change layouts; a judge may not.
    r"error: Instruction shouldn't change layouts",
)

TYPES = ("f32", "f16", "bf16", "s32", "u32", "s8", "pred", "s64", "f64", "c64", "u8", "f8e4m3fn", "s4")
SHAPE = r"(?:\((?:[^()]|\([^()]*\))*\)|[a-z0-9]+\[[^\]]*\](?:\{[^}]*\})?|token\[\])"
LINE = re.compile(r"^(?P<head>\s*(?:ROOT )?%?[\w.\-]+ = )(?P<shape>" + SHAPE + r") (?P<opcode>[\w\-]+)"
                  r"\((?P<operands>[^()]*)\)(?P<attributes>.*)$")
ATTRIBUTE = re.compile(r", ([a-z_\-]+)=((?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|\"(?:\\.|[^\"\\])*\"|"
                       r"\[[^\]]*\]<=\[[^\]]*\](?:T\([^)]*\))?|[^\s,{}\"]+))")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
DROPPED = {"metadata", "backend_config", "frontend_attributes", "origin"}  # no verifier looks at them


class Breaker:
    def __init__(self, rng):
        self.rng = rng

    def broken(self, text):
        """`text` with one change; None if the change that was picked does not fit."""
        lines = text.split("\n")
        at = [i for i, line in enumerate(lines) if LINE.match(line)]
        if not at:
            return None
        how = self.rng.choice(
            [self.dimension] * 3 + [self.type] * 2 + [self.rank, self.elements, self.layout, self.dynamic]
            + [self.operands] * 3 + [self.number] * 5 + [self.less, self.list, self.word, self.callee]
            + [self.opcode, self.root, self.order, self.header, self.thread, self.borrow])
        return how(lines, self.rng.choice(at))

    def change(self, lines, at, part, value):
        if value is None:
            return None
        found = LINE.match(lines[at])
        lines[at] = lines[at][: found.start(part)] + value + lines[at][found.end(part) :]
        return "\n".join(lines)

    def pick(self, pattern, text, replace):
        """`text` with one match of `pattern` replaced by replace(match)."""
        found = list(re.finditer(pattern, text))
        if not found:
            return None
        match = self.rng.choice(found)
        value = replace(match)
        return None if value is None else text[: match.start()] + value + text[match.end() :]

    def near(self, number):
        return str(self.rng.choice((number + 1, number - 1, number * 2, 0, 1, -1, number + 7)))

    # ---- Shapes.

    def shape(self, lines, at, pattern, replace):
        return self.change(lines, at, "shape", self.pick(pattern, LINE.match(lines[at])["shape"], replace))

    def dimension(self, lines, at):
        return self.shape(lines, at, r"(?<=[\[,])\d+(?=[\],](?![^{]*\}))",
                          lambda m: str(self.rng.choice((int(m[0]) + 1, max(int(m[0]) - 1, 0), int(m[0]) * 2))))

    def type(self, lines, at):
        return self.shape(lines, at, r"\b[a-z]+\d*\w*(?=\[)", lambda _: self.rng.choice(TYPES))

    def rank(self, lines, at):
        def replace(match):
            sizes = match[1].split(",") if match[1] else []
            if sizes and self.rng.random() < 0.5:
                del sizes[self.rng.randrange(len(sizes))]
            else:
                sizes.insert(self.rng.randint(0, len(sizes)), self.rng.choice("123"))
            return f"[{','.join(sizes)}]"
        return self.shape(lines, at, r"\[([\d,]*)\](?:\{[\d,]*\})?", replace)

    def elements(self, lines, at):
        shape = LINE.match(lines[at])["shape"]
        if not shape.startswith("("):
            return self.change(lines, at, "shape", f"({shape})")
        parts = re.findall(r"\((?:[^()]|\([^()]*\))*\)|[a-z0-9]+\[[^\]]*\](?:\{[^}]*\})?", shape[1:-1])
        return self.change(lines, at, "shape", f"({', '.join(self.edited(parts))})")

    def layout(self, lines, at):
        def replace(match):
            order = match[1].split(",")
            self.rng.shuffle(order)
            return "{" + ",".join(order) + self.rng.choice(("", ":S(1)", ":T(8,128)", ":E(4)")) + "}"
        return self.shape(lines, at, r"\{([\d,]+)\}", replace)

    def dynamic(self, lines, at):
        return self.shape(lines, at, r"(?<=[\[,])(?:<=)?\d+(?=[\],](?![^{]*\}))",
                          lambda m: m[0][2:] if m[0].startswith("<=") else f"<={m[0]}")

    # ---- Operands, attributes.

    def edited(self, parts):
        parts = list(parts)
        how = self.rng.randrange(4)
        if how == 0 or not parts:
            parts.insert(self.rng.randint(0, len(parts)), self.rng.choice(parts) if parts else "0")
        elif how == 1:
            del parts[self.rng.randrange(len(parts))]
        elif how == 2:
            a, b = self.rng.randrange(len(parts)), self.rng.randrange(len(parts))
            parts[a], parts[b] = parts[b], parts[a]
        else:
            parts[self.rng.randrange(len(parts))] = self.rng.choice(parts)
        return parts

    def computation_of(self, lines, at):
        first = next((i for i in range(at, -1, -1) if lines[i].endswith("{")), 0)
        last = next((i for i in range(at, len(lines)) if lines[i].startswith("}")), len(lines))
        return [i for i in range(first, last) if LINE.match(lines[i])]

    def operands(self, lines, at):
        old = LINE.match(lines[at])["operands"]
        if "%" not in old:
            return None
        parts = re.sub(r"/\*.*?\*/", "", old).split(", ")
        if self.rng.random() < 0.5:
            parts = self.edited(parts)
        else:
            others = [re.search(r"%[\w.\-]+", lines[i])[0] for i in self.computation_of(lines, at) if i < at]
            if not others:
                return None
            parts[self.rng.randrange(len(parts))] = self.rng.choice(others)
        return self.change(lines, at, "operands", ", ".join(parts))

    def attribute(self, lines, at, replace, wanted=lambda name, value: True):
        found = [m for m in ATTRIBUTE.finditer(LINE.match(lines[at])["attributes"])
                 if m[1] not in DROPPED and wanted(m[1], m[2])]
        if not found:
            return None
        match = self.rng.choice(found)
        new = replace(match[1], match[2])
        if new is None:
            return None
        old = LINE.match(lines[at])["attributes"]
        return self.change(lines, at, "attributes", old[: match.start()] + new + old[match.end() :])

    def number(self, lines, at):
        def replace(name, value):
            new = self.pick(NUMBER, value, lambda m: self.near(int(m[0])))
            return None if new is None else f", {name}={new}"
        return self.attribute(lines, at, replace, lambda _, value: NUMBER.search(value))

    def less(self, lines, at):
        return self.attribute(lines, at, lambda name, value: "")

    def list(self, lines, at):
        def replace(name, value):
            new = self.pick(r"(?<=\{)[^{}]*(?=\})", value, lambda m: ",".join(self.edited(m[0].split(","))))
            return None if new is None else f", {name}={new}"
        return self.attribute(lines, at, replace, lambda _, value: value.startswith("{"))

    def word(self, lines, at):
        words = {"direction": ("EQ", "LT", "GE", "NE"), "type": ("FLOAT", "SIGNED", "UNSIGNED", "TOTALORDER"),
                 "fft_type": ("FFT", "IFFT", "RFFT", "IRFFT"), "kind": ("kLoop", "kInput", "kCustom", "kOutput"),
                 "distribution": ("rng_uniform", "rng_normal"), "transpose_a": ("NO_TRANSPOSE", "ADJOINT"),
                 "algorithm": ("rng_default", "rng_three_fry", "rng_philox")}
        other = {"true": "false", "false": "true"}
        return self.attribute(
            lines, at, lambda name, value: f", {name}={other.get(value) or self.rng.choice(words[name])}",
            lambda name, value: name in words or value in other)

    def borrow(self, lines, at):
        """An attribute of another instruction."""
        all_of_them = [m[0] for line in lines if LINE.match(line)
                       for m in ATTRIBUTE.finditer(LINE.match(line)["attributes"]) if m[1] not in DROPPED]
        if not all_of_them:
            return None
        return self.change(lines, at, "attributes",
                           LINE.match(lines[at])["attributes"] + self.rng.choice(all_of_them))

    def callee(self, lines, at):
        names = [m[1] for line in lines if (m := re.match(r"(?:ENTRY )?(%[\w.\-]+) .*\{$", line))]
        return self.attribute(
            lines, at,
            lambda name, value: f", {name}=" + self.pick(r"%[\w.\-]+", value, lambda _: self.rng.choice(names)),
            lambda name, value: "%" in value and name != "control-predecessors") if names else None

    # ---- Programs.

    def opcode(self, lines, at):
        others = [LINE.match(line)["opcode"] for line in lines if LINE.match(line)]
        others += ["negate", "add", "copy", "tuple", "not", "and", "convert", "exponential", "select", "after-all"]
        return self.change(lines, at, "opcode", self.rng.choice(others))

    def root(self, lines, at):
        for i in self.computation_of(lines, at):
            lines[i] = lines[i].replace("  ROOT ", "  ", 1)
        lines[at] = re.sub(r"^(\s*)", r"\1ROOT ", lines[at], count=1)
        lines = [re.sub(r"^((?:ENTRY )?%[\w.\-]+ )\(.*\) -> .*\{$", r"\1{", line) for line in lines]
        return re.sub(r", entry_computation_layout=\{.*\}", "", "\n".join(lines), count=1)

    def order(self, lines, at):
        """Two instructions of a scheduled program change places."""
        if "is_scheduled" not in lines[0]:
            lines[0] = re.sub(r"^(HloModule [^,]*)", r"\1, is_scheduled=true", lines[0])
        others = self.computation_of(lines, at)
        other = self.rng.choice(others)
        lines[at], lines[other] = lines[other], lines[at]
        return "\n".join(lines)

    def header(self, lines, _):
        new = self.rng.choice((
            lambda: self.pick(NUMBER, lines[0], lambda m: self.near(int(m[0]))),
            lambda: lines[0] + ", replica_count=" + self.rng.choice("123"),
            lambda: lines[0] + ", num_partitions=" + self.rng.choice("123"),
            lambda: lines[0] + ", input_output_alias={ {}: (0, {}, may-alias) }",
            lambda: lines[0] + f", input_output_alias={{ {{0}}: ({self.rng.choice('01')}, {{}}, must-alias) }}",
            lambda: lines[0] + ", buffer_donor={ (0, {}) }",
            lambda: lines[0].replace("is_scheduled=true", "is_scheduled=false"),
        ))()
        if new is None:
            return None
        lines[0] = new
        return "\n".join(lines)

    def thread(self, lines, at):
        ends = [i for i, line in enumerate(lines) if line.startswith("}")]
        if self.rng.random() < 0.5 and ends:
            end = self.rng.choice(ends)
            lines[end] = re.sub(r', execution_thread="[^"]*"', "", lines[end])
            lines[end] += self.rng.choice(("", ', execution_thread="other"'))
            return "\n".join(lines)
        return self.attribute(lines, at, lambda name, value: f', {name}="other"',
                              lambda name, _: name == "async_execution_thread")


# ---- The two verifiers. A verdict is "" for a right program, else the first error.


def ours(args, path, strict=False):
    how = ["strict"] * strict + ["layouts"] * args.layouts
    verify = "--verify=" + ",".join(how) if how else "--verify"
    result = subprocess.run([args.bin, verify, "--async=keep", path], capture_output=True, check=False)
    if result.returncode == 0:
        return ""
    error = re.search(r"error: .*", result.stderr.decode("utf-8", "replace"))
    return error[0] if error else f"exit status {result.returncode}"


def theirs(judge, paths):
    """The verdicts by file; None where the judge crashed."""
    verdicts = {}
    while paths:
        run = subprocess.run([*judge, *map(str, paths)], capture_output=True, check=False)
        answers = re.split(r"^==== (.*)\n", run.stdout.decode("utf-8", "replace"), flags=re.M)[1:]
        answered = [(answers[i], answers[i + 1]) for i in range(0, len(answers), 2)]
        for name, answer in answered:
            verdicts[name] = "" if answer.startswith("verified") else answer.strip() or None
        if len(answered) < len(paths) and not answered:
            verdicts[str(paths[0])] = None
        paths = paths[max(len(answered), 1) :]
    return verdicts


def right_programs(args, judge):
    """Those that both accept, as hlo-fmt prints them: sugared, and generic."""
    folder = args.work / "right"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for i, path in enumerate(sorted(args.texts.rglob("*.hlo"))):
        if path.stat().st_size > MOST_BYTES:
            continue
        for style in ("sugar", "generic"):
            run = subprocess.run([args.bin, "--verify", f"--async={style}", path], capture_output=True, check=False)
            if run.returncode == 0 and (style == "sugar" or b"async-start" in run.stdout):
                paths.append(folder / f"{i}.{style}.hlo")
                paths[-1].write_bytes(run.stdout)
    verdicts = verdicts_of(judge, paths)
    return [path.read_text("utf-8", "replace") for path in paths if verdicts.get(str(path)) == ""]


def verdicts_of(judge, paths):
    batches = [paths[i : i + BATCH] for i in range(0, len(paths), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return {name: verdict for part in pool.map(lambda batch: theirs(judge, batch), batches)
                for name, verdict in part.items()}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--texts", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2] / "testdata")
    parser.add_argument("--programs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--layouts", action="store_true")
    parser.add_argument("--differences", type=int, default=10)
    args = parser.parse_args()
    if not os.environ.get("HLO_VERIFIER"):
        print("HLO_VERIFIER is not set")
        return 77
    judge = [*shlex.split(os.environ["HLO_VERIFIER"]), *(["--layout"] if args.layouts else [])]
    right = right_programs(args, judge)
    if not right:
        sys.exit("no program is right for both")
    breaker = Breaker(random.Random(args.seed))
    folder = args.work / "wrong"
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    while len(paths) < args.programs:
        text = breaker.broken(breaker.rng.choice(right))
        if text is not None:
            paths.append(folder / f"{len(paths)}.hlo")
            paths[-1].write_text(text)
    verdicts = verdicts_of(judge, paths)
    kinds = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, our in zip(paths, pool.map(lambda path: ours(args, path), paths)):
            their = verdicts.get(str(path))
            if their is None:
                kinds["crashes"].append(path)
            elif bool(our) == bool(their):
                kinds["refused by both" if our else "accepted by both"].append(path)
            elif any(re.search(known, our + their) for known in KNOWN):
                kinds["known differences"].append(path)
            elif not our and ours(args, path, strict=True):
                kinds["refused by strict"].append(path)
            else:
                kinds["FALSE REJECT" if our else "FALSE ACCEPT"].append((path, our or their))
    print(f"{len(right)} right programs;", ", ".join(f"{len(v)} {k}" for k, v in sorted(kinds.items())))
    wrong = [kind for kind in ("FALSE ACCEPT", "FALSE REJECT") if kinds[kind]]
    for kind in wrong:
        for path, why in kinds[kind][: args.differences]:
            print(f"{kind} {path}: {' '.join(why.split())[:300]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
