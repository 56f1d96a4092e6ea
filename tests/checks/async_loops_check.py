#!/usr/bin/env python3
"""Random programs whose asynchronous chains go through values and loops: are they one program in every form?

  async_loops_check.py --bin build/hlo-fmt --translate build/hlo-translate --work DIR
      [--programs 500] [--seed 1] [--oracle XLA] [--texts DIR]

Each program has chains whose state goes through tuples, copies and barriers and is carried by loops, which
pass it on, update it, finish and start it again, or get it wrong. Of each, hlo-fmt prints the forms
sugar, generic, keep and xla. The first three must read back to the letter and have one fingerprint, and
so must what hlo-translate makes of the program in XLA's binary form and in MLIR, and reads back.

--oracle: a command that prints like XLA, `XLA --verify FILE...`: for each file "==== FILE", then
"parse: MESSAGE", or perhaps "verify: MESSAGE" and the module. Form xla must be XLA's text; --verify must
accept what XLA accepts, and refuse what it refuses with XLA's words among its own. Programs on which XLA
crashes or hangs are counted only.
--texts: also holds form xla of each NAME.hlo there against NAME.xla.hlo.
Shows the first differences; exits with 1 if there is one.
"""
import argparse
import pathlib
import random
import re
import shlex
import subprocess
import sys

FORMS = ("sugar", "generic", "keep")
WORK = {"negate": 1, "exponential": 1, "subtract": 2, "custom-call": 2}  # operands


class Chain:
    """A chain of `opcode`, with the shape of its state so far."""

    def __init__(self, name, opcode, is_sugar, thread):
        self.name, self.opcode, self.is_sugar, self.thread = name, opcode, is_sugar, thread

    def shape(self, bound=None, has_result=True):
        bound = WORK[self.opcode] if bound is None else bound
        return f"(({', '.join(['f32[4]'] * bound)}), {'f32[4]' if has_result else '()'}, s32[])"

    def link(self, phase):
        return f"{self.opcode if self.is_sugar else 'async'}-{phase}"

    def attributes(self):
        text = ", custom_call_target=\"f\"" if self.opcode == "custom-call" and self.is_sugar else ""
        text += "" if self.is_sugar else f", calls=work_{self.name}"
        return text + (f", async_execution_thread=\"{self.thread}\"" if self.thread else "")

    def computation(self, name):
        target = ", custom_call_target=\"f\"" if self.opcode == "custom-call" else ""
        names = [f"p{i}" for i in range(WORK[self.opcode])]
        lines = [f"  {n} = f32[4] parameter({i})" for i, n in enumerate(names)]
        lines.append(f"  ROOT r = f32[4] {self.opcode}({', '.join(names)}){target}")
        return f"{name} {{\n" + "\n".join(lines) + "\n}\n"


class Body:
    """The lines of a computation."""

    def __init__(self, program, prefix):
        self.program, self.prefix, self.lines, self.count = program, prefix, [], 0

    def add(self, shape, text):
        self.count += 1
        name = f"{self.prefix}{self.count}"
        self.lines.append(f"  {name} = {shape} {text}")
        return name

    def pass_on(self, chain, state, shape):
        """The state, perhaps through other values."""
        rng = self.program.rng
        while rng.random() < 0.3:
            kind = rng.choice(("copy", "opt-barrier", "tuple", "custom-call"))
            if kind == "tuple":
                other = self.add("s32[]", "constant(7)")
                pair = self.add(f"(s32[], {shape})", f"tuple({other}, {state})")
                state = self.add(shape, f"get-tuple-element({pair}), index=1")
            elif kind == "custom-call":
                state = self.add(shape, f"custom-call({state}), custom_call_target=\"xla.sdy.FuncResultSharding\"")
            else:
                state = self.add(shape, f"{kind}({state})")
        return state

    def start(self, chain, operand):
        rng = self.program.rng
        size = WORK[chain.opcode]
        bound = rng.choice((0, size, size)) if chain.opcode != "subtract" else rng.choice((1, 2, 2))
        has_result = bound == size and rng.random() < 0.7
        state = self.add(chain.shape(bound, has_result),
                         f"{chain.link('start')}({', '.join([operand] * bound)}){chain.attributes()}")
        if bound < size or not has_result:
            state = self.pass_on(chain, state, chain.shape(bound, has_result))
            operands = "".join(f", {operand}" for _ in range(size - bound))
            state = self.add(chain.shape(), f"{chain.link('update')}({state}{operands})")
        return self.pass_on(chain, state, chain.shape())

    def update(self, chain, state, extra=""):
        return self.pass_on(chain, self.add(chain.shape(), f"{chain.link('update')}({state}){extra}"), chain.shape())

    def done(self, chain, state):
        return self.add("f32[4]", f"{chain.link('done')}({state})")

    def loop(self, chains, states, depth):
        """Carries the states through a loop."""
        rng, program = self.program.rng, self.program
        number = program.loops = program.loops + 1
        shapes = [chain.shape() for chain in chains]
        carried = f"(s32[], {', '.join(shapes)})"
        zero = self.add("s32[]", "constant(0)")
        init = self.add(carried, f"tuple({zero}, {', '.join(states)})")
        body = Body(program, f"b{number}_")
        parameter = body.add(carried, "parameter(0)")
        counter = body.add("s32[]", f"get-tuple-element({parameter}), index=0")
        inside = [body.add(s, f"get-tuple-element({parameter}), index={i + 1}") for i, s in enumerate(shapes)]
        inside = [body.pass_on(c, s, c.shape()) for c, s in zip(chains, inside)]
        for i, chain in enumerate(chains):
            inside[i] = body.step(chain, inside[i], depth)
        # XLA does not come back from an update in a loop in a loop.
        if depth == 0 and rng.random() < 0.15:
            inside = body.loop(chains, inside, depth + 1)
        root = body.add(carried, f"tuple({counter}, {', '.join(inside)})")
        body.lines[-1] = "  ROOT" + body.lines[-1][1:]
        program.computations.append(f"body{number} {{\n" + "\n".join(body.lines) + "\n}\n")
        program.computations.append(f"condition{number} {{\n  c{number} = {carried} parameter(0)\n"
                                    f"  ROOT m{number} = pred[] constant(false)\n}}\n")
        result = self.add(carried, f"while({init}), condition=condition{number}, body=body{number}")
        states = [self.add(s, f"get-tuple-element({result}), index={i + 1}") for i, s in enumerate(shapes)]
        return [self.pass_on(c, s, c.shape()) for c, s in zip(chains, states)]

    def step(self, chain, state, depth):
        """The state after an iteration."""
        rng = self.program.rng
        choice = rng.random()
        if choice < 0.25:
            return state
        if choice < 0.5:
            return self.start(chain, self.done(chain, state))
        if depth > 0:
            return state
        if not chain.is_sugar and rng.random() < 0.5:
            own = f"work_{chain.name}"
            if rng.random() < 0.2:  # the same work, or other work
                own = f"own{len(self.program.computations)}"
                other = Chain(own, chain.opcode, False, None)
                if rng.random() < 0.3 and WORK[chain.opcode] == 1:
                    other.opcode = "abs"
                    WORK["abs"] = 1
                text = other.computation(own)
                self.program.computations.append(
                    text if not chain.thread else text.rstrip() + f", execution_thread=\"{chain.thread}\"\n")
            metadata = ", metadata={op_name=\"u\"}" if rng.random() < 0.3 else ""
            return self.update(chain, state, f", calls={own}{metadata}")
        updated = self.update(chain, state)
        return state if rng.random() < 0.1 else updated  # forgets the update


class Program:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.computations, self.loops = [], 0
        chains = []
        for i in range(rng.choice((1, 1, 2, 3))):
            chain = Chain(f"c{i}", rng.choice(sorted(set(WORK) - {"abs"})), rng.random() < 0.6,
                          rng.choice((None, None, "side")))
            chains.append(chain)
            if not chain.is_sugar:
                self.computations.append(chain.computation(f"work_{chain.name}"))
        entry = Body(self, "e")
        x = entry.add("f32[4]", "parameter(0)")
        states = [entry.start(chain, x) for chain in chains]
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            states = entry.loop(chains, states, 0)
        results = []
        for chain, state in zip(chains, states):
            if rng.random() < 0.1:
                state = entry.add(chain.shape(), f"bitcast({state})")
            if rng.random() < 0.95:
                results.append(entry.done(chain, state))
            if rng.random() < 0.05:
                results.append(entry.done(chain, state))
        entry.add(f"({', '.join(['f32[4]'] * len(results))})", f"tuple({', '.join(results)})")
        entry.lines[-1] = "  ROOT" + entry.lines[-1][1:]
        self.text = (f"HloModule p{seed}\n\n" + "\n".join(self.computations)
                     + "\nENTRY entry {\n" + "\n".join(entry.lines) + "\n}\n")


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)


def check_translations(binary, translate, path, differences):
    ours = run([binary, "--fingerprint", str(path)]).stdout.split()[0]
    for form in ("hlo-proto", "mlir-async"):
        made = path.with_suffix("." + form)
        run([translate, f"--to={form}", "-o", str(made), str(path)])
        back = path.with_suffix(".back.hlo")
        run([translate, f"--from={form}", "--to=hlo", "-o", str(back), str(made)])
        again = run([binary, "--fingerprint", str(back)]) if back.exists() else None
        if again is None or again.stdout.split()[:1] != [ours]:
            differences.append(f"{path}: {form} does not come back")
        back.unlink(missing_ok=True)


def check_forms(binary, path, differences):
    def fingerprint(text):
        return run([binary, "--fingerprint", "-"], text).stdout.split(maxsplit=2)

    fingerprints = {tuple(fingerprint(path.read_text()))}
    for form in FORMS:
        printed = run([binary, f"--async={form}", str(path)])
        again = run([binary, f"--async={form}", "-"], printed.stdout)
        if printed.returncode or again.stdout != printed.stdout:
            differences.append(f"{path}: --async={form} does not read back\n{printed.stderr}{again.stderr}")
            return
        fingerprints.add(tuple(fingerprint(printed.stdout)))
    if len(fingerprints) != 1:
        differences.append(f"{path}: its forms have several fingerprints")


def answers(oracle, paths):
    """XLA's answer for each file; none where it crashes or hangs."""
    found, left = {}, list(paths)
    while left:
        try:
            output = subprocess.run([*oracle, "--verify", *map(str, left), "/dev/null"], text=True, timeout=120,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        except subprocess.TimeoutExpired as stopped:
            output = (stopped.stdout or b"").decode()
        parts = re.split(r"^==== (.*)\n", output, flags=re.M)[1:]
        names, texts = parts[0::2], parts[1::2]
        complete = len(names) > len(left)
        for name, text in list(zip(names, texts))[:len(left) if complete else -1]:
            found[name] = text
        left = left[len(left) if complete else max(len(names), 1):]
    return found


def check_oracle(binary, path, answer, differences):
    ours = run([binary, "--async=xla", str(path)])
    if answer.startswith("parse:"):
        words = re.search(r"error: (.*)", answer)
        if ours.returncode == 0 or (words and words.group(1) not in ours.stderr):
            differences.append(f"{path}: XLA refuses to read: {answer[:300]}")
        return "unreadable"
    printed = answer[max(answer.find("HloModule "), 0):]
    if ours.stdout != printed:
        lines = [f"-{a}\n+{b}" for a, b in zip(printed.split("\n"), ours.stdout.split("\n")) if a != b]
        differences.append(f"{path}: form xla differs\n" + "\n".join(lines[:3]) + ours.stderr[:300])
    verdict = run([binary, "--verify", str(path)])
    refused = re.match(r"verify: (.*)", answer)
    if (refused is None) != (verdict.returncode == 0):
        differences.append(f"{path}: XLA {'accepts' if refused is None else refused.group(1)}\n{verdict.stderr[:300]}")
    elif refused and not any(words in refused.group(1) for words in re.findall(r" error: (.*)", verdict.stderr)):
        differences.append(f"{path}: other words: {refused.group(1)}\n{verdict.stderr[:300]}")
    return "refused" if refused else "accepted"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--translate", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--programs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--oracle")
    parser.add_argument("--texts")
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    differences, paths = [], []
    for seed in range(args.seed, args.seed + args.programs):
        paths.append(work / f"p{seed}.hlo")
        paths[-1].write_text(Program(seed).text)
        check_forms(args.bin, paths[-1], differences)
        check_translations(args.bin, args.translate, paths[-1], differences)
    counts = {"programs": len(paths)}
    if args.oracle:
        found = answers(shlex.split(args.oracle), paths)
        for path in paths:
            kind = ("XLA crashes" if str(path) not in found
                    else check_oracle(args.bin, path, found[str(path)], differences))
            counts[kind] = counts.get(kind, 0) + 1
    for path in sorted(pathlib.Path(args.texts).glob("*.hlo")) if args.texts else []:
        expected = path.with_suffix(".xla.hlo")
        if expected.exists() and run([args.bin, "--async=xla", str(path)]).stdout != expected.read_text():
            differences.append(f"{path}: form xla differs from {expected.name}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()), f"{len(differences)} differences", sep=", ")
    print("\n".join(differences[:10]))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
