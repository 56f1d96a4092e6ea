"""Shared by the tests: the inputs in testdata, the wheel's programs, a small module."""

import os
import pathlib
import subprocess
import sys

import hlo_text
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTDATA = ROOT / "testdata"
SCRIPTS = os.path.dirname(sys.executable)

# Goldens are NAME.STYLE.hlo.
INPUTS = sorted(p for p in TESTDATA.rglob("*.hlo") if "." not in p.stem)

SMALL = """HloModule small, is_scheduled=true, replica_count=2, num_partitions=4

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}

ENTRY main {
  x = f32[2,3]{1,0} parameter(0), metadata={op_name="x" source_file="f.py" source_line=7}
  zero = f32[] constant(0)
  r = f32[2]{0} reduce(x, zero), dimensions={1}, to_apply=add
  n = f32[2]{0} negate(r), control-predecessors={x}
  ROOT t = (f32[2]{0}, f32[2]{0}, (s32[], pred[<=5]{0})) custom-call(r, n, r), custom_call_target="f"
}
"""


def hlo_fmt(*arguments: str, text: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs hlo-fmt on `text`; returns (exit code, output, errors), texts as bytes."""
    # As its console script does, without starting Python.
    file = os.path.join(os.path.dirname(hlo_text.__file__), "bin", "hlo-tools")
    done = subprocess.run(
        ["hlo-fmt", *arguments], executable=file, input=text, capture_output=True
    )
    return done.returncode, done.stdout, done.stderr


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@pytest.fixture
def small() -> hlo_text.Module:
    return hlo_text.parse(SMALL)


@pytest.fixture
def main(small: hlo_text.Module) -> dict[str, hlo_text.Instruction]:
    return {i.name: i for i in small.entry_computation}
