#!/usr/bin/env python3
"""hlo-check --update after random edits: check_update_check.py HLO_CHECK [--filecheck FILE] [--edits N] [--seed N].

Makes a program and CHECK lines for it in several styles, edits the program as a change of a pass would
(an instruction renamed, changed, deleted, inserted, moved), and updates the CHECK lines. They must pass
afterwards, for FileCheck, too, if it is given; and a CHECK line about an instruction that the edit left alone
must be the same to the byte.
"""

import argparse
import difflib
import pathlib
import random
import subprocess
import sys
import tempfile

OPCODES = ["add", "multiply", "subtract", "maximum", "power", "divide"]
SHAPES = ["f32[4]{0}", "f32[2,3]{1,0}", "bf16[]", "s32[8,128]{1,0:T(8,128)}"]
ATTRIBUTES = ["", "", ", sharding={devices=[2,1]<=[2]}", ", replica_groups={{0,1},{2,3}}", ', metadata={op_name="a[b]"}']


class Instruction:
    def __init__(self, name, shape, opcode, operands, attributes=""):
        self.name, self.shape, self.opcode, self.operands, self.attributes = name, shape, opcode, operands, attributes
        self.is_changed = False  # by the edit, or next to what it deleted

    def text(self, is_root):
        operands = ", ".join(f"%{o.name}" if isinstance(o, Instruction) else o for o in self.operands)
        return f"  {'ROOT ' if is_root else ''}%{self.name} = {self.shape} {self.opcode}({operands}){self.attributes}"


def program(rng):
    computations = []
    for c in range(rng.randint(1, 3)):
        shape = rng.choice(SHAPES)
        body = [Instruction(f"p{c}.{i}", shape, "parameter", [str(i)]) for i in range(2)]
        for i in range(rng.randint(3, 8)):
            name = f"{rng.choice(OPCODES)}.{c}{i}"
            body.append(Instruction(name, shape, rng.choice(OPCODES), rng.sample(body, 2), rng.choice(ATTRIBUTES)))
        computations.append((f"computation_{c}", body))
    return computations


def text_of(computations):
    lines = []
    for name, body in computations:
        lines += [f"%{name} () -> {body[-1].shape} {{", *(i.text(i is body[-1]) for i in body), "}", ""]
    return "\n".join(lines)


def checks_of(computations, rng):
    """The lines of a check file, and the instruction that each is about; None: a label."""
    lines = []
    for name, body in computations:
        variables, previous = {}, None
        with_variables = rng.random() < 0.7
        lines.append((f"// CHECK-LABEL: %{name} (", None))
        for index, instruction in enumerate(body):
            if rng.random() < 0.25:
                continue
            operands = []
            for operand in instruction.operands:
                if not isinstance(operand, Instruction):
                    operands.append(operand)
                elif not with_variables:
                    operands.append(f"%{operand.name}")
                elif operand in variables:
                    operands.append(f"%[[{variables[operand]}]]")
                else:
                    operands.append("%{{.*}}")
            head = f"%{instruction.name} = " if not with_variables else ""
            if with_variables:
                variables[instruction] = f"V{index}"
                head = f"%[[V{index}:.*]] = "
            attributes = instruction.attributes.replace("{{", "{{[{][{]}}") if rng.random() < 0.5 else ""
            follows = previous == index - 1 and rng.random() < 0.6
            lines.append((f"// CHECK{'-NEXT:' if follows else ':     '} {head}{instruction.shape} "
                          f"{instruction.opcode}({', '.join(operands)}){attributes}", instruction))
            previous = index
    return lines


def edit(computations, rng):
    _, body = rng.choice(computations)
    at = rng.randrange(2, len(body))
    chosen = body[at]
    kind = rng.choice(["rename", "opcode", "shape", "attribute", "delete", "insert", "swap", "operand"])
    users = [i for i in body if chosen in i.operands]
    if kind == "rename":
        chosen.name = f"renamed.{rng.randrange(100)}"
        for each in [chosen, *users]:
            each.is_renamed = True
    elif kind == "delete":
        if len(body) < 5 or chosen is body[-1]:
            return edit(computations, rng)
        body.remove(chosen)
        for user in users:
            user.operands = [chosen.operands[0] if o is chosen else o for o in user.operands]
            user.is_changed = True
        body[at].is_changed = chosen.is_changed = True
    elif kind == "insert":
        body.insert(at, Instruction("inserted", chosen.shape, rng.choice(OPCODES), rng.sample(body[:at], 2)))
        chosen.is_changed = True
    elif kind == "swap":
        other = body[at - 1]
        if at == len(body) - 1 or at < 3 or other in chosen.operands:
            return edit(computations, rng)
        body[at - 1], body[at] = chosen, other
        for each in [chosen, other, body[at + 1], *users, *(i for i in body if other in i.operands)]:
            each.is_changed = True
    else:
        chosen.is_changed = True
        if kind == "opcode":
            chosen.opcode = "atan2"
        elif kind == "shape":
            chosen.shape = "f64[7]{0}"
        elif kind == "attribute":
            chosen.attributes = ", frontend_attributes={a=b}"
        else:
            chosen.operands = list(reversed(chosen.operands))
    return kind


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hlo_check")
    parser.add_argument("--filecheck")
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="check-update-"))
    failures = skipped = 0
    for seed in range(arguments.seed, arguments.seed + arguments.edits):
        rng = random.Random(seed)
        computations = program(rng)
        lines = checks_of(computations, rng)
        checks, before, after = (folder / f"{seed}.{end}" for end in ("hlo", "before", "after"))
        checks.write_text("".join(line + "\n" for line, _ in lines))
        before.write_text(text_of(computations))
        is_named = {i for line, i in lines if i and "[[" not in line and "{{.*" not in line}
        kind = edit(computations, rng)
        after.write_text(text_of(computations))

        def check(program, given, *flags):
            command = [program, *flags, f"--input-file={given}", checks]
            done = subprocess.run(command, capture_output=True, text=True)
            return done.returncode, done.stderr

        problems = []
        if check(arguments.hlo_check, before)[0]:
            skipped += 1  # a variable got the name of another instruction
            continue
        code, message = check(arguments.hlo_check, after, "--update")
        if code or check(arguments.hlo_check, after)[0]:
            problems.append(f"--update fails: {message}")
        if arguments.filecheck and check(arguments.filecheck, after)[0]:
            problems.append("FileCheck does not pass")
        new = checks.read_text().splitlines()
        changed = []
        for tag, i, j, _, _ in difflib.SequenceMatcher(None, [l for l, _ in lines], new, autojunk=False).get_opcodes():
            if tag in ("replace", "delete"):
                changed += lines[i:j]
        for line, instruction in changed:
            is_renamed = instruction in is_named and getattr(instruction, "is_renamed", False)
            if instruction is None or not (instruction.is_changed or is_renamed):
                problems.append(f"changed without need: {line}")
        if problems:
            failures += 1
            print(f"{folder}/{seed}: {kind}:", *problems, sep="\n    ")
    print(f"{arguments.edits - skipped} edits, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
