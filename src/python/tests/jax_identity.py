"""Compiles and runs the programs of testdata/jax/programs: as they are, and with passes that change nothing.

    python jax_identity.py [FILE]...

Prints JSON: how many programs ran, those whose results or bytes differ, and seconds for compiling and for the passes.
"""

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
        if KEPT:
            number = next(numbers)
            for side, content in (("before", proto), ("after", result or b"")):
                path = pathlib.Path(KEPT, side, f"{number}.pb")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        if result != proto:
            different_bytes.append(f"{hlo_text.parse(proto).name}, {stage}")
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
    figures = {
        "programs": len(programs),
        "different_results": different,
        "different_bytes": different_bytes,
        "compiling": round(compiling, 3),
        "in_passes": round(in_passes, 3),
    }
    print(json.dumps(figures))


main(sys.argv[1:] or FILES)
