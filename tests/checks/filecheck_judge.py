#!/usr/bin/env python3
"""Holds hlo-check against LLVM's FileCheck: filecheck_judge.py HLO_CHECK FILECHECK [FOLDER] [--made N].

The verdict, and the directives at which it fails, must be the same on

- the .hlo tests in FOLDER, with the flags of each of their FileCheck commands. Inputs: their own HLO
  without comments, and a text made from their CHECK lines, which most of them match; then both with
  lines dropped, swapped or changed;
- N small files made at random, of all directives, blocks and flags.

Prints what differs and a summary; the temporary files of the first differences stay.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
import warnings

warnings.simplefilter("ignore", FutureWarning)  # POSIX classes
WORDS = ["add", "sine", "%p0", "%x.1", "f32[4]", "(%a, %b)", "b", "c d", "=", "ROOT", "12", "0x1f", "-3", "{1,0}"]
SAMPLES = ["abc", "%p.1", "7", "x", "12", "f32[2,3]{1,0}", "", "0", "%0", "a b", "arith.mulf", "-1"]


def run(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    return done, time.perf_counter() - start


def failing_lines(done, name):
    return sorted({int(n) for n in re.findall(rf"^{re.escape(name)}:(\d+):\d+: error:", done.stderr, re.M)})


def sample_of(regex, rng):
    """A text that the regular expression may match."""
    for text in rng.sample(SAMPLES, len(SAMPLES)):
        try:
            if re.fullmatch(regex, text):
                return text
        except re.error:
            return "x"
    return "x"


def text_from_checks(text, prefixes, rng):
    """A text that most of the directives match."""
    values = {}
    lines = [""]

    def block(match):
        name, regex, use = match[2], match[3], match[4]
        if match[1] is not None:
            return sample_of(match[1], rng)
        if use is not None:
            return values.get(use, "7")
        values[name] = f"v{len(values)}" if regex in (".*", ".+", "[^ ]*") else sample_of(regex, rng)
        return values[name]

    directive = rf"(?:^|[^\w-])(?:{'|'.join(map(re.escape, prefixes))})(-[A-Z]+(?:-\d+)?)?(\{{LITERAL\}})?:[ \t]*(.*)"
    for line in text.splitlines():
        found = re.search(directive, line)
        if not found or (found[1] == "-NOT" and rng.random() < 0.8):
            continue
        made = found[3].rstrip()
        if not found[2]:
            made = re.sub(r"\{\{(.*?)\}\}|\[\[(\w+):((?:\[[^\]]*\]|.)*?)\]\]|\[\[([^\]]*)\]\]", block, made)
        if found[1] == "-SAME":
            lines[-1] += " " + made
            continue
        if found[1] not in ("-NEXT", "-EMPTY") and rng.random() < 0.2:
            lines.append("something else")
        count = int(found[1][7:]) if found[1] and found[1].startswith("-COUNT-") else 1
        lines += [made] * count
    return "\n".join(lines) + "\n"


def edited(text, rng):
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        if len(lines) < 2:
            break
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(4)
        if kind == 0:
            del lines[i]
        elif kind == 1:
            lines[i], lines[j] = lines[j], lines[i]
        elif kind == 2:
            lines[i] = lines[i].replace(rng.choice("abe%0 1"), "z", 1)
        else:
            lines.insert(i, lines[j])
    return "\n".join(lines) + "\n"


def commands_of(text):
    """The flags of the FileCheck commands in RUN lines; at least the default ones."""
    joined = re.sub(r"\\\n[^\n]*?RUN:", " ", text)
    found = []
    for line in re.findall(r"RUN:(.*)", joined):
        for command in re.findall(r"\bFileCheck\b([^|;&\n]*)", line):
            try:
                words = shlex.split(command)
            except ValueError:
                continue
            flags = [w for w in words if w.startswith("-") and "input-file" not in w and "%{" not in w]
            if flags not in found:
                found.append(flags)
    return found or [[]]


def prefixes_of(flags):
    given = [w.split("=", 1)[1].split(",") for w in flags if re.match(r"--?check-prefix", w) and "=" in w]
    return sum(given, []) or ["CHECK"]


def corpus_cases(folder):
    for path in sorted(folder.glob("*.hlo")):
        rng = random.Random(path.name)
        text = path.read_text(errors="replace")
        own = re.sub(r"^\s*//.*\n?", "", text, flags=re.M) or "\n"
        for flags in commands_of(text):
            made = text_from_checks(text, prefixes_of(flags), rng)
            inputs = [own, made] + [edited(each, rng) for each in (own, made) for _ in range(4)]
            for each in inputs:
                yield f"{path.name} {' '.join(flags)}", text, each, flags


def random_block(rng, names):
    kind = rng.randrange(12)
    name = rng.choice("XYZ")
    if kind == 0:
        return "{{" + rng.choice([".*", "[a-z]+", "a|b|%p0", "[^ ]*", "(f|g)32", "x?", "[[:digit:]]+", "[0-9]{1,2}", "^", "$", "\\.", "a{2}", "[]x]", "(a|ab)(c|bcd)?"]) + "}}"
    if kind < 4:
        names.add(name)
        return f"[[{name}:" + rng.choice([".*", "%[a-z0-9.]+", "[a-z]+", "[^ ]+", "a|b", "(a|f)[0-9]*", "\\w"]) + "]]"
    if kind < 7 and names:
        return f"[[{rng.choice(sorted(names))}]]"
    if kind == 7:
        return rng.choice(["[[#N:]]", "[[#N:]]", "[[#%x,H:]]", "[[#%.2d,D:]]", "[[#%#x,P:]]"])
    if kind == 8:
        return rng.choice(["[[#N]]", "[[#N+1]]", "[[#@LINE]]", "[[@LINE+1]]", "[[#mul(N,2)-1]]", "[[#==N]]", "[[#%X,N]]", "[[#M:N+1]]"])
    if kind == 9 and rng.random() < 0.05:
        return rng.choice(["{{[a}}", "[[X", "{{a", "[[1:a]]", "{{a**}}", "[[#]]", "[[#%q,N:]]", "{{}}", "[[Q]]"])
    return rng.choice(WORDS)


def made_case(number):
    rng = random.Random(number)
    prefixes = rng.choice([["CHECK"], ["CHECK"], ["CHECK"], ["A", "B"], ["CHECK", "CHECK-X"]])
    names, lines = set(), []
    for i in range(rng.randint(1, 8)):
        suffix = rng.choice(["", "", "", "-NEXT", "-NEXT", "-SAME", "-NOT", "-DAG", "-DAG", "-LABEL", "-EMPTY", "-COUNT-2"])
        if i == 0 and rng.random() < 0.98 and suffix in ("-NEXT", "-SAME", "-EMPTY"):
            suffix = ""
        if suffix == "-NOT" and lines:  # between matches, and sometimes there
            lines.append("// " + prefixes[0] + "-DAG: " + rng.choice(WORDS))
        if rng.random() < 0.01:
            suffix = rng.choice(["-COUNT-0", "-NOT-NEXT", "_NEXT", "-FOO", "-COUNT-x"])
        literal = "{LITERAL}" if rng.random() < 0.05 else ""
        if suffix == "-LABEL":
            pattern = rng.choice(WORDS)
        elif suffix == "-EMPTY":
            pattern = ""
        else:
            pattern = rng.choice(["", " "]).join(random_block(rng, names) for _ in range(rng.randint(1, 3)))
        comment = rng.choice(["// ", "", "; ", "x", "COM: "]) if rng.random() < 0.2 else "// "
        lines.append(f"{comment}{rng.choice(prefixes)}{suffix}{literal}:{rng.choice(['', ' ', '   '])}{pattern}")
    # Without a line's end after -EMPTY:, FileCheck takes that for the pattern.
    text = "\n".join(lines) + rng.choice(["", "\n", "\r\n"] if pattern else ["\n", "\r\n"])
    flags = [] if prefixes == ["CHECK"] else [f"--check-prefixes={','.join(prefixes)}"]
    for flag, share in (("--implicit-check-not=sine", 0.1), ("--match-full-lines", 0.08), ("--strict-whitespace", 0.1),
                        ("--ignore-case", 0.1), ("--enable-var-scope", 0.1), ("--allow-unused-prefixes", 0.9),
                        ("-DX=%p0", 0.1), ("-D#N=12", 0.1), ("--allow-empty", 0.1), ("--allow-deprecated-dag-overlap", 0.05)):
        if rng.random() < share:
            flags.append(flag)
    data = text_from_checks(text, prefixes, rng)
    if rng.random() < 0.5:
        data = edited(data, rng)
    if rng.random() < 0.1:
        data = data.replace(" ", "  ").replace("\n", rng.choice(["\n", "\r\n", "\n\n"]))
    if rng.random() < 0.02:
        data = ""
    return f"made {number}", text, data, flags


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hlo_check")
    parser.add_argument("filecheck")
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--made", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    cases = list(corpus_cases(arguments.folder)) if arguments.folder else []
    cases += [made_case(arguments.seed + i) for i in range(arguments.made)]
    top = pathlib.Path(tempfile.mkdtemp(prefix="filecheck-judge-"))
    seconds = [0.0, 0.0]

    def judge(indexed):
        index, (name, text, data, flags) = indexed
        checks, given = top / f"{index}.txt", top / f"{index}.in"
        checks.write_bytes(text.encode())
        given.write_bytes(data.encode())
        theirs, their_time = run([arguments.filecheck, checks, "--input-file", given, "--dump-input=never", *flags])
        ours, our_time = run([arguments.hlo_check, checks, "--input-file", given, *flags])
        seconds[0] += their_time
        seconds[1] += our_time
        verdicts = [(d.returncode == 0, failing_lines(d, str(checks))) for d in (theirs, ours)]
        is_equal = verdicts[0] == verdicts[1] and ours.returncode in (0, 1, 2) and (ours.returncode == 2) <= (theirs.returncode == 2)
        if is_equal:
            checks.unlink()
            given.unlink()
        return name, is_equal, verdicts, theirs.returncode, index, flags, theirs.stderr, ours.stderr

    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, is_equal, verdicts, code, index, flags, their_text, our_text in pool.map(judge, enumerate(cases)):
            counts["equal" if is_equal else "different"] += 1
            counts[{0: "pass", 1: "fail"}.get(code, "refused")] += 1
            if not is_equal and counts["different"] <= 20:
                print(f"{name}: FileCheck {verdicts[0]}, hlo-check {verdicts[1]}: {top}/{index}.txt {' '.join(flags)}")
                print("   ", "\n    ".join([*their_text.splitlines()[:2], *our_text.splitlines()[:2]]))
    print(", ".join(f"{n} {word}" for word, n in sorted(counts.items())),
          f"; FileCheck {seconds[0]:.1f} s, hlo-check {seconds[1]:.1f} s")
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
