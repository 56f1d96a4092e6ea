"""Compiles and runs the programs of testdata/jax/programs: as they are, with passes that change nothing, and with one
that changes one instruction.

    python jax_identity.py [FILE]...

Prints JSON: how many programs ran, those whose results or bytes differ, or differ elsewhere than in that instruction,
and seconds for compiling and for the passes.
"""

import dataclasses
import importlib
import itertools
import json
import os
import pathlib
import sys
import time
from typing import Any

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["PARTITIONER"] = "shardy"

import hlo_text
import numpy as np
from hlo_text.jax import HloPass, passes

jax: Any = importlib.import_module("jax")
PROGRAMS = pathlib.Path(__file__).resolve().parents[3] / "testdata" / "jax" / "programs"
FILES = ["attention", "collectives", "control_flow", "indexing"]

# A folder for the protos that XLA and hlo_text wrote, to compare them with another tool.
KEPT = os.environ.get("HLO_JAX_PROTOS", "")
numbers = itertools.count()

in_passes = 0.0
different_bytes: list[str] = []
different_elsewhere: list[str] = []


def lowered_programs(file: str) -> list[Any]:
    """All that the file would compile."""
    found: list[Any] = []
    lowered = jax.stages.Lowered
    compile_as_ever = lowered.compile
    lowered.compile = lambda self, *_, **__: found.append(self)
    try:
        exec(compile((PROGRAMS / f"{file}.py").read_text(), file, "exec"), {})
    finally:
        lowered.compile = compile_as_ever
    return found


def arguments_for(compiled: Any) -> list[Any]:
    random = np.random.default_rng(7)
    arguments = []
    shardings = jax.tree.leaves(compiled.input_shardings[0], is_leaf=lambda s: s is None)
    for info, sharding in zip(jax.tree.leaves(compiled.in_avals[0]), shardings):
        kind = np.dtype(info.dtype).kind
        values = random.integers(0, 4, info.shape) if kind in "iu" else random.random(info.shape)
        arguments.append(jax.device_put(np.asarray(values, info.dtype), sharding))
    return arguments


def results_of(compiled: Any) -> list[bytes]:
    arguments = jax.tree.unflatten(jax.tree.structure(compiled.in_avals[0]), arguments_for(compiled))
    return [np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(compiled(*arguments))]


def keep(before: bytes, after: bytes, name: str) -> None:
    if KEPT:
        number = next(numbers)
        for side, content in (("before", before), ("after", after)):
            path = pathlib.Path(KEPT, side, f"{name}.{number}.pb")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def timed(stage: Any) -> HloPass:
    p = HloPass(lambda module: False, name=f"identity_{stage}", stage=stage)
    rewrite = p._rewrite

    def run(proto: bytes) -> Any:
        global in_passes
        begin = time.perf_counter()
        result = rewrite(proto)
        in_passes += time.perf_counter() - begin
        return result

    p._rewrite = run  # type: ignore[method-assign]
    return p


def rewritten(stage: Any) -> HloPass:
    """Claims a change, so that XLA reads what hlo_text wrote."""
    p = HloPass(lambda module: True, name=f"rewritten_{stage}", stage=stage)
    rewrite = p._rewrite

    def run(proto: bytes) -> Any:
        result = rewrite(proto)
        keep(proto, result or b"", "rewritten")
        if result != proto:
            different_bytes.append(f"{hlo_text.parse(proto).name}, {stage}")
        return result

    p._rewrite = run  # type: ignore[method-assign]
    return p


def fields(message: bytes) -> list[bytes]:
    """The fields of a proto, each with its tag."""
    found = []
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value

    while at < len(message):
        begin = at
        wire = varint() & 7
        size = {0: 0, 1: 8, 5: 4}.get(wire)
        if wire == 0:
            varint()
        size = varint() if size is None else size
        at += size
        found.append(message[begin:at])
    return found


def inside(field: bytes) -> bytes:
    """The message of a field with a tag of one byte."""
    size = next(i for i, byte in enumerate(field[1:], 1) if byte < 128)
    return field[size + 1 :]


def differs_in_one(before: bytes, after: bytes, tags: tuple[int, ...]) -> bool:
    """Whether all fields are the same but one with the first tag, and so in that."""
    pairs = list(itertools.zip_longest(fields(before), fields(after)))
    different = [pair for pair in pairs if pair[0] != pair[1]]
    if len(different) != 1 or any(field is None or field[0] != tags[0] for field in different[0]):
        return False
    first, second = different[0]
    return len(tags) == 1 or differs_in_one(inside(first), inside(second), tags[1:])


def annotated(stage: Any) -> HloPass:
    """Changes the root of the program, and nothing else in its bytes."""

    def annotate(module: hlo_text.Module) -> None:
        root = module.entry_computation.root
        root.metadata = dataclasses.replace(root.metadata, op_name=f"annotated_{stage}")

    p = HloPass(annotate, name=f"annotated_{stage}", stage=stage)
    rewrite = p._rewrite

    def run(proto: bytes) -> Any:
        result = rewrite(proto)
        keep(proto, result or b"", "annotated")
        # HloModuleProto.computations, HloComputationProto.instructions.
        if result is None or not differs_in_one(proto, result, (3 << 3 | 2, 2 << 3 | 2)):
            different_elsewhere.append(f"{hlo_text.parse(proto).name}, {stage}")
        return result

    p._rewrite = run  # type: ignore[method-assign]
    return p


def compiled_again(lowered: Any) -> Any:
    lowered._lowering._executable = None  # which it would return
    return lowered.compile()


def main(files: list[str]) -> None:
    programs = [lowered for file in files for lowered in lowered_programs(file)]
    different = []
    compiling = 0.0
    for lowered in programs:
        expected = results_of(lowered.compile())
        with passes(timed("pre_scheduler"), timed("post_scheduler")):
            begin = time.perf_counter()
            compiled = compiled_again(lowered)
            compiling += time.perf_counter() - begin
        if results_of(compiled) != expected:
            different.append(lowered.compile().as_text().split(",")[0])
        with passes(rewritten("pre_scheduler"), rewritten("post_scheduler")):
            compiled = compiled_again(lowered)
        if results_of(compiled) != expected:
            different.append(lowered.compile().as_text().split(",")[0] + ", rewritten")
        with passes(annotated("pre_scheduler"), annotated("post_scheduler")):
            compiled = compiled_again(lowered)
        if results_of(compiled) != expected:
            different.append(lowered.compile().as_text().split(",")[0] + ", annotated")
    figures = {
        "programs": len(programs),
        "different_results": different,
        "different_bytes": different_bytes,
        "different_elsewhere": different_elsewhere,
        "compiling": round(compiling, 3),
        "in_passes": round(in_passes, 3),
    }
    print(json.dumps(figures))


main(sys.argv[1:] or FILES)
