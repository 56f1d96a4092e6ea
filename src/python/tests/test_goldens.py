"""Golden files of hlo_text.testing: programs, shardings, and the plugin for pytest."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata

import hlo_text
import hlo_text_pytest as state
import pytest
from conftest import ROOT
from hlo_text import _goldens
from hlo_text.testing import assert_hlo

LAYERS = """HloModule jit_step, num_partitions=8

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}

ENTRY main {
  x = f32[8,16]{1,0} parameter(0), metadata={op_name="x"}
  w1 = f32[16,16]{1,0} parameter(1), metadata={op_name="w['a']"}
  w2 = f32[16,16]{1,0} parameter(2), metadata={op_name="w['b']"}
  dot.1 = f32[8,16]{1,0} dot(x, w1), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="a" source_file="model.py" source_line=7}
  tanh.1 = f32[8,16]{1,0} tanh(dot.1), metadata={op_name="a" source_file="model.py" source_line=7}
  dot.2 = f32[8,16]{1,0} dot(tanh.1, w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="b" source_file="model.py" source_line=8}
  ROOT all-reduce.1 = f32[8,16]{1,0} all-reduce(dot.2), channel_id=1, replica_groups=[2,4]<=[8], use_global_device_ids=true, to_apply=sum, metadata={op_name="c" source_file="model.py" source_line=9}
}
"""
# The same, as another run might number it.
AGAIN = re.sub(r"(dot|tanh|all-reduce)\.(\d)", r"\1.9\2", LAYERS).replace("source_line=", "source_line=10")
CHANGED = LAYERS.replace("dot(tanh.1, w2)", "dot(cos.1, w2)").replace(
    "  dot.2", '  cos.1 = f32[8,16]{1,0} cosine(tanh.1), metadata={source_file="model.py" source_line=8}\n  dot.2'
)


@pytest.fixture(autouse=True)
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pathlib.Path]:
    monkeypatch.setattr(state, "folder", tmp_path)
    monkeypatch.setattr(state, "update", False)
    monkeypatch.setattr(state, "used", set())
    monkeypatch.setattr(state, "written", [])
    yield tmp_path


def write(text: str, path: str = "step.hlo", **options: object) -> None:
    state.update = True
    assert_hlo(text).matches(path, **options)  # type: ignore[arg-type]
    state.update = False


def failure(text: str, path: str = "step.hlo", **options: object) -> str:
    with pytest.raises(AssertionError) as raised:
        assert_hlo(text).matches(path, **options)  # type: ignore[arg-type]
    return str(raised.value)


def test_the_same_program(folder: pathlib.Path) -> None:
    assert failure(LAYERS) == f"{folder}/step.hlo does not exist; pytest --hlo-update or HLO_UPDATE_GOLDENS=1 writes it"
    write(LAYERS, "golden/step.hlo")
    assert_hlo(LAYERS).matches("golden/step.hlo").matches(folder / "golden" / "step.hlo")
    assert_hlo(AGAIN).matches("golden/step.hlo")
    text = (folder / "golden" / "step.hlo").read_text()
    assert text.startswith("// A golden of hlo_text.testing; ignores backend_config, ") and "model.py" not in text
    assert hlo_text.parse(text).fingerprint() == hlo_text.parse(LAYERS).fingerprint()


def test_what_a_failure_says(folder: pathlib.Path) -> None:
    write(LAYERS)
    assert failure(CHANGED) == (
        f"jit_step is not the program in {folder}/step.hlo; pytest --hlo-update accepts it\n"
        "  instructions 11, was 10\n"
        "@@ ENTRY %main, was %entry @@\n"
        "+ %cos.1 = f32[8,16]{1,0} cosine(%tanh.1)  # model.py:8\n"
        "- %dot.2 = f32[8,16]{1,0} dot(%tanh.1, %parameter.5), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        "+ %dot.2 = f32[8,16]{1,0} dot(%cos.1, %w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}"
        "  // operands  # model.py:8"
    )
    more = LAYERS.replace("ROOT all", "all").replace("source_line=9}\n", "source_line=9}\n  ROOT r = f32[8,16]{1,0} "
        "all-reduce(all-reduce.1), channel_id=2, replica_groups=[2,4]<=[8], use_global_device_ids=true, to_apply=sum\n")
    assert re.search(r"\n  all-reduce 2, was 1; flops \d+, was \d+; (peak .*; )?instructions 11, was 10\n", failure(more))


def test_an_update_changes_little(folder: pathlib.Path) -> None:
    write(LAYERS)
    before = (folder / "step.hlo").read_text().splitlines()
    write(AGAIN)
    assert (folder / "step.hlo").read_text().splitlines() == before
    write(CHANGED)
    after = (folder / "step.hlo").read_text().splitlines()
    assert len(set(before) - set(after)) == 1 and len(set(after) - set(before)) == 2
    assert_hlo(CHANGED).matches("step.hlo")
    assert state.written == [str(folder / "step.hlo")] * 2 and len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    ("ignored", "old", "new"),
    [
        ("names", "tanh.1", "tanh.7"),
        ("metadata", "source_line=7", "source_line=8"),
        ("layouts", "w1 = f32[16,16]{1,0}", "w1 = f32[16,16]{0,1}"),
        ("backend_config", "to_apply=sum", 'to_apply=sum, backend_config={"a":1}'),
        ("frontend_attributes", "to_apply=sum", 'to_apply=sum, frontend_attributes={a="1"}'),
        ("sharding", "to_apply=sum", "to_apply=sum, sharding={replicated}"),
        ("constants", "x = f32[8,16]{1,0} parameter(0)", "x = f32[8,16]{1,0} parameter(0)"),
    ],
)
def test_levels(ignored: str, old: str, new: str) -> None:
    first, second = LAYERS, LAYERS.replace(old, new)
    if ignored == "constants":
        numbers = "{" + ", ".join(map(str, range(20))) + "}"
        first = f"ENTRY e {{ ROOT c = s32[20]{{0}} constant({numbers}) }}"
        second = first.replace("19", "20")
    write(first, ignore=["layouts"] if ignored == "layouts" else [])
    assert_hlo(first).matches("step.hlo", ignore=["layouts"] if ignored == "layouts" else [])
    if ignored != "layouts":
        assert failure(second, ignore=[])
    write(first, ignore=[ignored])
    assert_hlo(second).matches("step.hlo", ignore=[ignored])


def test_a_schedule() -> None:
    first = """HloModule s, is_scheduled=true
ENTRY e {
  x = f32[4]{0} parameter(0)
  a = f32[4]{0} sine(x)
  b = f32[4]{0} cosine(x)
  ROOT t = (f32[4]{0}, f32[4]{0}) tuple(a, b)
}
"""
    lines = first.splitlines()
    second = "\n".join([*lines[:3], lines[4], lines[3], *lines[5:]])
    write(first)
    assert "schedule" in failure(second)
    assert_hlo(second).matches("step.hlo", ignore=[*_goldens.DEFAULT_IGNORE, "schedule"])


def test_mistakes(folder: pathlib.Path) -> None:
    (folder / "bad.hlo").write_text("HloModule m {")
    with pytest.raises(hlo_text.ParseError, match="bad.hlo:1:"):
        assert_hlo(LAYERS).matches("bad.hlo")
    write(LAYERS, "bad.hlo")
    assert_hlo(LAYERS).matches("bad.hlo")
    with pytest.raises(TypeError, match="strip.. has no option 'meta'"):
        assert_hlo(LAYERS).matches("step.hlo", ignore=["meta"])
    with pytest.raises(ValueError, match="needs a mesh"):
        assert_hlo(LAYERS).matches_shardings("step.txt")


MESH = {"data": 2, "model": 4}


@pytest.mark.parametrize(
    ("sharding", "spec"),
    [
        ("{replicated}", "P()"),
        ("{devices=[2,4]<=[8]}", "P('data', 'model')"),
        ("{devices=[4,2]<=[2,4]T(1,0)}", "P('model', 'data')"),
        ("{devices=[8,1]<=[8]}", "P(('data', 'model'))"),
        ("{devices=[8,1]<=[2,4]T(1,0)}", "P(('model', 'data'))"),
        ("{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}", "P(None, 'model')"),
        ("{devices=[2,1,4]0,1,2,3,4,5,6,7 last_tile_dim_replicate}", "P('data')"),
        ("{devices=[2,1,4]0,2,4,6,1,3,5,7 last_tile_dim_replicate}", None),
        ("{mesh['data'=2,'model'=4], [{'model'}, {}]}", "P('model')"),
        ("{mesh['a'=8], [{'a'}, {}]}", None),
        ("{manual}", None),
    ],
)
def test_specs(sharding: str, spec: str) -> None:
    assert _goldens.spec_of(hlo_text.Sharding.parse(sharding), 2, MESH) == (spec or sharding)


def test_shardings(folder: pathlib.Path) -> None:
    text = LAYERS.replace("parameter(1)", "parameter(1), sharding={devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}")
    state.update = True
    assert_hlo(text, mesh=MESH).matches_shardings("step.txt")
    state.update = False
    assert (folder / "step.txt").read_text() == (
        "// A golden of hlo_text.testing; shardings on the mesh data=2, model=4\n\n"
        "x       f32[8,16]   no sharding\n"
        "w['a']  f32[16,16]  P(None, 'model')\n"
        "w['b']  f32[16,16]  no sharding\n"
    )
    assert_hlo(text, mesh=MESH).matches_shardings("step.txt")
    with pytest.raises(AssertionError) as raised:
        assert_hlo(text.replace("[1,4,2]", "[4,1,2]"), mesh=MESH).matches_shardings("step.txt")
    assert str(raised.value) == (
        f"jit_step: other shardings than in {folder}/step.txt; pytest --hlo-update accepts them\n"
        "-w['a']  f32[16,16]  P(None, 'model')\n"
        "+w['a']  f32[16,16]  P('model')"
    )
    with pytest.raises(AssertionError, match="does not exist"):
        assert_hlo(text, mesh=MESH).matches_shardings("other.txt")


def test_shardings_of_tuples(folder: pathlib.Path) -> None:
    text = """HloModule m
ENTRY e {
  a = (f32[8]{0}, (f32[8,4]{1,0}, f32[])) parameter(0), sharding={{devices=[2,4]<=[8] last_tile_dim_replicate}, {devices=[2,4]<=[8]}, {replicated}}
  b = ((f32[4]{0}), ()) parameter(1)
  c = () parameter(2), sharding={{replicated}}
  ROOT d = f32[8,4]{1,0} parameter(3), sharding={devices=[1073741824,1073741824]<=[1152921504606846976]}
}
"""
    state.update = True
    assert_hlo(text, mesh=MESH).matches_shardings("step.txt")
    assert (folder / "step.txt").read_text().splitlines()[2:] == [
        "a[0]     f32[8]    P('data')",
        "a[1][0]  f32[8,4]  P('data', 'model')",
        "a[1][1]  f32[]     P()",
        "b[0][0]  f32[4]    no sharding",
        "d        f32[8,4]  {devices=[1073741824,1073741824]<=[1152921504606846976]}",
    ]


# ---- The plugin.

TESTS = """
import pytest
from hlo_text.testing import assert_hlo
TEXT = "HloModule {name} ENTRY e {{ x = f32[2] parameter(0) ROOT y = f32[2] {opcode}(x) }}"

@pytest.mark.parametrize("opcode", ["sine", "cosine", "tanh"])
def test_opcode(opcode):
    assert_hlo(TEXT.format(name=opcode, opcode=opcode)).matches(f"golden/{opcode}.hlo")
"""


def run_pytest(folder: pathlib.Path, *arguments: str) -> tuple[int, str]:
    installed = any(e.name == "hlo_text" for e in metadata.entry_points(group="pytest11"))
    plugins = [] if installed else ["-p", "hlo_text_pytest.plugin"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugins, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("workers", [0, 2])
def test_plugin(folder: pathlib.Path, workers: int) -> None:
    if workers and importlib.util.find_spec("xdist") is None:
        pytest.skip("needs pytest-xdist")
    more = ["-n", str(workers)] if workers else []
    below = folder / "below"
    below.mkdir()
    (below / "test_opcodes.py").write_text(TESTS)
    code, output = run_pytest(folder, *more)
    assert code == 1 and "3 failed" in output and not (below / "golden").exists()
    code, output = run_pytest(folder, "--hlo-update", *more)
    assert code == 0 and output.count(" written\n") == 3
    code, output = run_pytest(folder, *more)
    assert code == 0 and "hlo_text: " not in output
    # Unused files are told apart from others, and if all tests ran.
    unused = below / "golden" / "old.hlo"
    unused.write_text((below / "golden" / "sine.hlo").read_text())
    (below / "golden" / "notes.hlo").write_text("HloModule mine")
    code, output = run_pytest(folder, *more)
    assert code == 0 and output.count("hlo_text: ") == 1
    assert f"hlo_text: {unused} is not used by any test\n" in output
    for narrowed in (["-k", "not tanh"], ["below/test_opcodes.py::test_opcode"], ["below/test_opcodes.py"]):
        code, output = run_pytest(folder, *narrowed, *more)
        assert code == 0 and "hlo_text: " not in output


def test_a_run_without_goldens(folder: pathlib.Path) -> None:
    """pytest imports the plugin in every run: not all of hlo_text with it."""
    (folder / "test_nothing.py").write_text("import sys\ndef test(): assert 'hlo_text' not in sys.modules\n")
    code, output = run_pytest(folder)
    assert code == 0, output


TRANSFORMER = '''
import os, sys
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
from hlo_text.testing import assert_hlo

mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("data", "model"))
def f32(shape, *spec): return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(mesh, P(*spec)))

def layer(p, x, activation):
    q, k, v = jnp.split(x @ p["qkv"], 3, axis=-1)
    x = x + jax.nn.softmax(q @ k.swapaxes(-1, -2) / 4) @ v
    return x + activation(x @ p["up"]) @ p["down"]

@jax.jit
def step(params, x):
    def loss(params):
        h = layer(params[0], x, jax.nn.relu)
        h = layer(params[1], h, jax.nn.ACTIVATION)
        return jnp.mean(h**2)
    value, gradients = jax.value_and_grad(loss)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients), value

def params():
    return [{"qkv": f32((16, 48), None, "model"), "up": f32((16, 32), None, "model"),
             "down": f32((32, 16), "model", None)} for _ in range(2)]

def test_step():
    compiled = step.lower(params(), f32((4, 8, 16), "data")).compile()
    assert_hlo(compiled, mesh=mesh).matches("golden/step.hlo").matches_shardings("golden/step.txt")
'''


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs JAX")
def test_a_transformer_of_jax(folder: pathlib.Path) -> None:
    """HLO_GOLDEN_RUNS: for the figure in the docs, 20."""
    test = folder / "test_step.py"
    test.write_text(TRANSFORMER.replace("ACTIVATION", "relu"))
    code, output = run_pytest(folder, "--hlo-update")
    assert code == 0, output
    for _ in range(int(os.environ.get("HLO_GOLDEN_RUNS", "2"))):
        code, output = run_pytest(folder)
        assert code == 0, output
    test.write_text(TRANSFORMER.replace("ACTIVATION", "silu"))
    code, output = run_pytest(folder)
    assert code == 1 and "jit_step is not the program in" in output
    # Of some 860 instructions only those of the second layer's activation.
    shown = [line for line in output.splitlines() if re.match(r"E +[+~-] ", line)]
    assert set(re.findall(r"test_step\.py:(\d+)", "\n".join(shown))) == {"14"}
    more = re.search(r"and (\d+) more lines", output)
    assert not more or int(more[1]) < 60
    code, output = run_pytest(folder, "--hlo-update")
    assert code == 0 and output.count(" written\n") == 1
    assert run_pytest(folder)[0] == 0


def test_examples() -> None:
    """What docs/golden-hlo.md shows is true."""
    page = (ROOT / "docs" / "golden-hlo.md").read_text(encoding="utf-8")
    write(LAYERS)
    [shown] = re.findall(r"<!-- failure -->\n```\nAssertionError: (.*?)\n```", page, re.S)
    assert failure(CHANGED).replace(str(state.folder), "tests/golden") == shown
