"""Short answers to questions about modules, for programs that ask: language models, bots, scripts.

    print(hlo_text.verbs.summary("step.hlo"))
    print(hlo_text.verbs.find("step.hlo", opcode="dot"))
    print(hlo_text.verbs.around("step.hlo", "main/dot.3"))

Each verb takes paths and words and returns a text of less than 4 KB. A longer answer ends with the number of
lines in all and the `start` of the next part. "main/dot.3" is the address of an instruction: other verbs take it.
hlo-mcp is a server of these verbs.
"""

from __future__ import annotations

import functools
import gzip
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from typing import cast

import hlo_text
from hlo_text import Instruction, Module, _core
from hlo_text._operations import Conditions, Operation, Program, generic, line_of, source_of, synchronous, why_not

__all__ = [
    "VERBS",
    "around",
    "collectives",
    "cost",
    "diff",
    "find",
    "passes",
    "peak",
    "reduce",
    "summary",
    "verify",
]

# Twelve answers are below 40 KB.
_LIMIT = 3200


# ---- Modules, and answers.


def _read(path: str) -> Module:
    return _parsed(os.path.abspath(path), os.stat(path).st_mtime_ns)


@functools.lru_cache(maxsize=4)
def _parsed(path: str, changed_at: int) -> Module:
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    return generic(hlo_text.parse(data, allow_unknown=True, filename=path))


def _cut(text: str, limit: int) -> str:
    """At most `limit` bytes of it."""
    data = text.encode("utf-8", "replace")
    return text if len(data) <= limit else data[: limit - 3].decode("utf-8", "ignore") + "..."


def _answer(head: str, lines: Sequence[str], start: int = 0) -> str:
    """The head, and the lines from `start` on that fit, with their number in all."""
    text = _cut(head, 600)
    room = _LIMIT - len(text.encode()) - 60
    shown: list[str] = []
    for line in lines[start:]:
        line = _cut(line, 400)
        room -= len(line.encode()) + 1
        if room < 0:
            break
        shown.append(line)
    end = start + len(shown)
    more = f", shown from {start}; go on with start={end}" if end < len(lines) else ""
    return "\n".join([text, *shown, f"{len(lines)} in all{more}"])


def _address(instruction: Instruction) -> str:
    return f"{instruction.parent.name}/{instruction.name}"


def _line(operation: Operation) -> str:
    """main/x = f32[8]{0} all-gather(...)  # model.py:12"""
    return re.sub(r": (ROOT )?%?", "/", line_of(operation), count=1)


def _find(module: Module, address: str) -> Instruction:
    computation, _, name = address.rpartition("/")
    if computation:
        return module[computation][name]
    found = module.instruction(name)
    if found is None:
        raise KeyError(f"{module.name} has no instruction {name!r}; find() lists them")
    return found


def _number(value: float) -> str:
    return f"{value:,.0f}"


# ---- The verbs.


def summary(path: str, start: int = 0) -> str:
    """A module in short: counts, bytes, collectives, custom calls, the largest values, loops.

    path: a file of HLO text or a proto, also gzip'd; or a folder, whose modules are listed.
    """
    if os.path.isdir(path):
        return _answer(f"HLO files in {path}:", _core._hlo_files(path), start)
    return _read(path).summary()


def find(
    path: str,
    opcode: str = "*",
    op_name: str = "",
    shape: str = "",
    computation: str = "",
    custom_call_target: str = "",
    bytes_over: int = 0,
    text: str = "",
    start: int = 0,
) -> str:
    """Operations of a module, with their addresses and source lines; an asynchronous one is listed at its start.

    opcode, op_name, computation, custom_call_target: patterns such as "all-*" or "*/attention/*".
    shape: of the result, "f32[8,128]". bytes_over: its bytes are more. text: a regular expression in its text.
    """
    program = Program(_read(path), {})
    given: Conditions = {
        "op_name": op_name,
        "shape": shape,
        "computation": computation,
        "custom_call_target": custom_call_target,
        "bytes_over": bytes_over,
        "text": text,
    }
    conditions = cast("Conditions", {name: value for name, value in given.items() if value})
    found = [o for o in program.with_opcode(opcode) if not why_not(program, o, conditions)]
    return _answer(f"{program.module.name}: {opcode}", [_line(o) for o in found], start)


def around(path: str, address: str, hops: int = 1, start: int = 0) -> str:
    """An instruction in full, where it comes from, what it calls, its operands and users up to `hops` away.

    address: "main/dot.3", as answers have it, or a name.
    """
    of = _find(_read(path), address)
    lines = [f"op_name: {of.op_name}"] if of.op_name else []
    lines += [f"source: {source_of(of)}"] if source_of(of) else []
    lines += [f"calls: {called.name}, {len(called)} instructions" for called in of.called_computations]
    lines += [f"called by: {_address(caller)}" for caller in hlo_text.CallGraph(of.module).callers(of.parent)]
    for what, step in ("operand", _operands), ("user", _users):
        edge, seen = [of], {of}
        for hop in range(1, hops + 1):
            edge = [i for i in dict.fromkeys(i for e in edge for i in step(e)) if i not in seen]
            seen.update(edge)
            lines += [f"{what}{'' if hop == 1 else f', {hop} away'}: {_line(synchronous(i))}" for i in edge]
    return _answer(f"{of.parent.name}: {of.print(print_metadata=False).strip()}", lines, start)


def _operands(instruction: Instruction) -> Iterable[Instruction]:
    return instruction.operands


def _users(instruction: Instruction) -> Iterable[Instruction]:
    return instruction.users


def collectives(path: str, start: int = 0) -> str:
    """Each collective with its bytes, groups of devices, and how many instructions work meanwhile if it is
    asynchronous.
    """
    program = Program(_read(path), {})
    lines = []
    for o in program.operations:
        if not o.is_collective:
            continue
        facts = [f"{o.result.byte_size:,} bytes"]
        try:
            groups = hlo_text.device_groups(o.instruction)
            facts.append(f"{len(groups)} groups, the first {str(groups[0] if groups else [])[:60]}")
        except ValueError:
            facts.append("groups unknown")
        facts += [f"{len(o.between)} instructions work meanwhile"] if o.between is not None else ["synchronous"]
        facts += ["in a loop"] if program.in_loop(o) else []
        lines.append(f"{_address(o.start)} {o.opcode}: {', '.join(facts)}  # {source_of(o.instruction)}")
    return _answer(f"{program.module.name}: collectives", lines, start)


def peak(path: str, by: str = "source_line", memory_space: int = 0, start: int = 0) -> str:
    """The most bytes alive at a time, an estimate, and who holds them.

    by: source_line, scope, stack, opcode, computation, collective; or buffer, for each buffer by itself.
    """
    module = _read(path)
    memory = hlo_text.PeakMemory(module, memory_space=memory_space)
    if memory.instruction is None:
        return _answer(f"{module.name} has no bytes in memory {memory_space}", [])
    head = f"{module.name}: {memory.bytes:,} bytes at {_address(memory.instruction)}"
    if not module.is_scheduled:
        head += " in the order of the text: the module is not scheduled"
    if by == "buffer":
        lines = [f"{b.bytes:,} {b.kind} {_line(synchronous(b.instruction))}" for b in memory.buffers]
    else:
        rows = memory.by(by)  # type: ignore[arg-type]
        lines = [f"{r.bytes:,} in {r.buffers} buffers, {r.freed_bytes:,} less without: {r.key or '(unknown)'}" for r in rows]
    return _answer(head, lines, start)


def cost(path: str, by: str = "source_line", start: int = 0) -> str:
    """The cost of a run: floating-point operations, bytes read and written, bytes sent, with loops counted.

    by: source_line, scope, stack, opcode, computation or collective; most flops first.
    """
    module = _read(path)
    costs = hlo_text.CostAnalysis(module)
    total = costs.total
    head = (
        f"{module.name}: {'at least ' if costs.is_minimum else ''}{_number(total.flops)} flops, "
        f"{_number(total.read_bytes)} bytes read, {_number(total.written_bytes)} written, {_number(total.wire_bytes)} sent"
    )
    lines = [
        f"{_number(row.flops)} flops, {_number(row.read_bytes + row.written_bytes)} bytes"
        + (f", {_number(row.wire_bytes)} sent" if row.wire_bytes else "")
        + f": {row.key or '(unknown)'}"
        for row in costs.by(by)  # type: ignore[arg-type]
    ]
    return _answer(head, lines, start)


def diff(before: str, after: str, start: int = 0) -> str:
    """The differences between two modules, by structure: names, numbers and metadata do not count."""
    difference = hlo_text.diff(_read(before), _read(after))
    head = f"{difference.added} added, {difference.removed} removed, {difference.changed} changed"
    return _answer(head, str(difference).splitlines(), start)


def passes(folder: str, module: str = "", first: str = "", blame: str = "", start: int = 0) -> str:
    """The changes that each pass of a compilation made, from a folder of XLA's dumps after each pass.

    module: the number of one, or a regular expression for its name.
    first: a regular expression; the first pass with an instruction that matches it.
    blame: a regular expression for names; which passes made and changed these instructions of the last stage.
    """
    arguments = [f"--passes={folder}"]
    arguments += [f"--module={module}"] if module else []
    arguments += [f"--first={first}"] if first else []
    arguments += [f"--blame={blame}"] if blame else []
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "hlo-tools")
    done = subprocess.run(
        ["hlo-view", *arguments], executable=program, stdin=subprocess.DEVNULL, capture_output=True, errors="replace"
    )
    return _answer(_cut(done.stderr.strip(), 500) or folder, done.stdout.splitlines(), start)


def verify(path: str, start: int = 0) -> str:
    """All violations of the rules of XLA's verifier."""
    module = _read(path)
    lines = [line for violation in module.verify() for line in str(violation).splitlines()]
    return _answer(f"{module.name}: {'violations' if lines else 'valid'}", lines, start)


def reduce(path: str, keep: str = "", max_tests: int = 500, start: int = 0) -> str:
    """The smallest module found whose text still matches a regular expression, or that still has the first violation.

    keep: such as "all-gather.*dimensions={0}"; empty: the first message of verify().
    max_tests: stop after so many candidates.
    """
    module = _read(path)
    if keep:
        small = hlo_text.reduce(module, lambda m: re.search(keep, str(m)) is not None, max_tests=max_tests)
    else:
        violations = module.verify()
        if not violations:
            raise ValueError("the module is valid: keep= says what must stay")
        message = violations[0].message
        small = hlo_text.reduce(
            module, lambda m: any(v.message == message for v in m.verify()), verify=False, max_tests=max_tests
        )
    head = f"{module.instruction_count} instructions, now {small.instruction_count}"
    return _answer(head, str(small).splitlines(), start)


VERBS: tuple[Callable[..., str], ...] = (
    summary,
    find,
    around,
    collectives,
    peak,
    cost,
    diff,
    passes,
    verify,
    reduce,
)
"""All verbs, in the order in which one asks."""
