"""hlo_text.jax: passes on modules, and in JAX where it is installed (with four devices on the CPU)."""

import importlib.util
import io
import json
import os
import pathlib
import pickle
import re
import subprocess
import sys
from typing import Any

import hlo_text
import pytest
from conftest import ROOT
from hlo_text.jax import HloPass, PassError, count, dump, hlo_pass, passes, print_diff

TEXT = "ENTRY f { x = f32[2]{0} parameter(0) y = f32[2]{0} sine(x) ROOT z = f32[2]{0} negate(y) }"


@hlo_pass
def cosine_for_sine(module: hlo_text.Module) -> None:
    """Not the same."""
    for computation in module:
        for i in computation:
            if i.opcode == "sine":
                i.replace_with_new_instruction("cosine", i.operands)


def break_shape(module: hlo_text.Module) -> None:
    for computation in module:
        for i in computation:
            if i.opcode == "sine":
                i.shape = "f32[3]"


def raise_key_error(module: hlo_text.Module) -> bool:
    return {"a": True}["nothing"]


def return_garbage(module: hlo_text.Module) -> Any:
    return b"garbage"


# ---- Without JAX.


def test_a_pass_finds_out_whether_it_changed_something() -> None:
    module = hlo_text.parse(TEXT)
    assert cosine_for_sine(module) and "cosine" in str(module)
    assert not cosine_for_sine(module)
    assert HloPass(lambda module: True)(module)
    assert cosine_for_sine.__doc__ == "Not the same."
    assert repr(cosine_for_sine) == "<HloPass cosine_for_sine, pre_scheduler>"


def test_a_broken_program() -> None:
    with pytest.raises(PassError) as failure:
        hlo_pass(name="narrow")(break_shape)(hlo_text.parse(TEXT))
    error = failure.value
    assert str(error) == (
        "pass 'narrow' has broken module_f:\n"
        "  Expected instruction to have shape equal to f32[2]{0}, actual shape is f32[3]{0}:\n"
        "    %y = f32[3]{0} sine(%x)\n"
        "  Expected instruction to have shape equal to f32[3]{0}, actual shape is f32[2]{0}:\n"
        "    %z = f32[2]{0} negate(%y)\n"
        "Its changes:\n"
        "@@ ENTRY %f @@\n"
        "- %y = f32[2]{0} sine(%x)\n"
        "+ %y = f32[3]{0} sine(%x)  // shape"
    )
    assert error.pass_name == "narrow" and len(error.violations) == 2 and "sine" in error.diff
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.violations == error.violations


def test_violations_that_were_there_do_not_count() -> None:
    module = hlo_text.parse(TEXT)
    break_shape(module)

    def rename(module: hlo_text.Module) -> None:
        module.name = "g"

    assert hlo_pass(rename)(module)


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="pass 'return_garbage' returned a bytes, must be a bool or None"):
        hlo_pass(return_garbage)(hlo_text.parse(TEXT))
    with pytest.raises(ValueError, match="stage is 'first'"):
        hlo_pass(stage="first")(break_shape)  # type: ignore[call-overload]
    if importlib.util.find_spec("jax") is None:
        with pytest.raises(ImportError, match="needs JAX 0.11"), passes(cosine_for_sine):
            pass


def test_ready_passes(tmp_path: pathlib.Path) -> None:
    module = hlo_text.parse(TEXT)
    counter, file = count(), io.StringIO()
    assert not counter(module) and not dump(tmp_path / "before")(module)
    assert print_diff(cosine_for_sine, file=file)(module)
    assert not print_diff(cosine_for_sine, file=file)(module)
    assert counter.opcodes == {"parameter": 1, "sine": 1, "negate": 1} and counter.modules == ["module_f"]
    [text] = (tmp_path / "before").iterdir()
    assert text.name == "module_0000.module_f.pre_scheduler.txt"
    assert hlo_text.parse(text.read_text()).fingerprint() == hlo_text.parse(TEXT).fingerprint()
    assert file.getvalue() == (
        "module_f, cosine_for_sine:\n@@ ENTRY %f @@\n- %y = f32[2]{0} sine(%x)\n+ %cosine = f32[2]{0} cosine(%x)"
        "  // opcode\n\n"
    )


def test_edit_count() -> None:
    module = hlo_text.parse(TEXT)
    before = module.edit_count
    module.verify()
    assert module.edit_count == before
    module.name = "g"
    assert module.edit_count > before


# ---- In JAX.

HAS_STAGES = False
if importlib.util.find_spec("jax") is not None:
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=4"
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    HAS_STAGES = importlib.util.find_spec("jax.extend.xla") is not None
in_jax = pytest.mark.skipif(not HAS_STAGES, reason="needs JAX 0.11")


def jax_and_numpy() -> Any:
    return importlib.import_module("jax"), importlib.import_module("numpy")


def opcode_changed(old: str, new: str) -> Any:
    def change(module: hlo_text.Module) -> None:
        for computation in module:
            for i in computation:
                if i.opcode == old:
                    i.replace_with_new_instruction(new, i.operands)

    return HloPass(change, name=f"{new}_for_{old}")


def constants_doubled(module: hlo_text.Module) -> None:
    for computation in module:
        for i in computation:
            if i.opcode == "constant" and i.literal is not None and i.shape.element_type == "f32":
                b = hlo_text.Builder(computation)
                i.replace_with(b.add_constant(hlo_text.Literal(2 * i.literal.numpy())))
    module.remove_dead_instructions()


def operands_swapped(module: hlo_text.Module) -> None:
    for computation in module:
        for i in computation:
            if i.opcode == "subtract":
                i.operands = i.operands[::-1]


def without_negation(module: hlo_text.Module) -> None:
    for computation in module:
        for i in computation:
            if i.opcode == "negate":
                i.replace_with(i.operands[0])
    module.remove_dead_instructions()


@in_jax
@pytest.mark.parametrize(
    ("change", "function", "expected"),
    [
        (opcode_changed("sine", "cosine"), "jnp.sin(x)", "np.cos(x)"),
        (opcode_changed("add", "multiply"), "x + jnp.tanh(x)", "x * np.tanh(x)"),
        (opcode_changed("maximum", "minimum"), "jnp.maximum(x, 3)", "np.minimum(x, 3)"),
        (opcode_changed("floor", "ceil"), "jnp.floor(x + 0.5)", "np.ceil(x + 0.5)"),
        (opcode_changed("multiply", "divide"), "x * (x + 1)", "x / (x + 1)"),
        (opcode_changed("exponential", "tanh"), "jnp.exp(x) + 1", "np.tanh(x) + 1"),
        (constants_doubled, "x + 3", "x + 6"),
        (operands_swapped, "x - x * x", "x * x - x"),
        (without_negation, "-jnp.abs(x)", "np.abs(x)"),
        (opcode_changed("all-reduce", "negate"), "jax.lax.psum(x, 'x')", "-x"),
    ],
)
def test_what_changes_values(change: Any, function: str, expected: str) -> None:
    jax, np = jax_and_numpy()
    mesh = jax.make_mesh((4,), ("x",))
    spec = jax.sharding.PartitionSpec("x")
    sharding = jax.sharding.NamedSharding(mesh, spec)
    x = np.arange(8, dtype=np.float32)
    f = jax.jit(
        jax.shard_map(
            lambda x: eval(function, {"jax": jax, "jnp": jax.numpy, "x": x}),
            mesh=mesh, in_specs=spec, out_specs=spec, check_vma=False,
        )
    )
    given = jax.device_put(x, sharding)
    plain = np.asarray(f(given))
    with passes(change):
        changed = np.asarray(f(given))
    wanted = eval(expected, {"np": np, "x": x})
    np.testing.assert_allclose(changed, wanted, rtol=1e-5)
    assert not np.array_equal(changed, plain)
    np.testing.assert_array_equal(np.asarray(f(given)), plain)


@in_jax
@pytest.mark.parametrize("stage", ["pre_scheduler", "post_scheduler"])
def test_failures_are_those_of_the_pass(stage: Any) -> None:
    jax, _ = jax_and_numpy()
    f = jax.jit(jax.numpy.sin)
    for function, kind, words in (
        (break_shape, PassError, "pass 'break_shape' has broken jit_sin:"),
        (raise_key_error, KeyError, "nothing"),
        (return_garbage, TypeError, "returned a bytes"),
    ):
        with passes(hlo_pass(stage=stage)(function)):
            with pytest.raises(kind, match=words) as failure:
                f(0.0)
        assert f(0.0) == 0
        # Out of the context, too, and then without JAX's error.
        with pytest.raises(kind, match=words) as failure, passes(hlo_pass(stage=stage)(function)):
            f(0.0)
        assert failure.value.__cause__ is None
        if kind is KeyError:
            assert failure.traceback[-1].name == "raise_key_error"
            assert failure.value.__notes__[0] == f"in pass 'raise_key_error', {stage}"


@in_jax
def test_contexts_nest_and_passes_may_compile() -> None:
    jax, _ = jax_and_numpy()
    f = jax.jit(jax.numpy.sin)
    compiled = []

    def compiles(module: hlo_text.Module) -> None:
        compiled.append(float(jax.jit(lambda x: jax.numpy.sin(x) + 1)(0.0)))

    outer, inner = count(), count()
    with passes(compiles, cosine_for_sine, outer):
        with passes(opcode_changed("cosine", "negate"), inner):
            assert f(1.0) == -1
        assert f(0.0) == 1
    assert f(0.0) == 0
    assert set(compiled) == {1.0} and inner.modules.count("jit_sin") == 1 and outer.modules.count("jit_sin") == 2


@in_jax
def test_platforms() -> None:
    jax, _ = jax_and_numpy()
    for platforms, result in (("tpu", 0), (["gpu", "cpu"], 1), ("cpu", 1), (None, 1)):
        with passes(HloPass(cosine_for_sine.function, platforms=platforms)):
            assert jax.jit(jax.numpy.sin)(0.0) == result


SCRIPTS = {
    "threads": """
import concurrent.futures, jax, jax.numpy as jnp
from hlo_text.jax import count, passes

def fails_for_some(module):
    if module.name.endswith("odd"):
        raise ValueError(module.name)

def compile_one(n):
    def f(x): return jnp.sin(x) + n
    f.__name__ = f"f{n}_" + ("odd" if n % 2 else "even")
    try:
        return float(jax.jit(f)(0.0))
    except ValueError as error:
        assert str(error) == f"jit_{f.__name__}", error
        return -1.0

with passes(fails_for_some, c := count()), concurrent.futures.ThreadPoolExecutor(8) as pool:
    assert list(pool.map(compile_one, range(40))) == [-1.0 if n % 2 else n for n in range(40)]
assert sum(name.endswith("_even") for name in c.modules) == 20
""",
    "persistent_cache": """
import sys, jax, jax.numpy as jnp
from hlo_text.jax import hlo_pass, passes
jax.config.update("jax_compilation_cache_dir", sys.argv[1])
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)

def cosine_for_sine(module):
    for c in module:
        for i in c:
            if i.opcode == "sine":
                i.replace_with_new_instruction("cosine", i.operands)

f = jax.jit(jnp.sin)
assert f(0.0) == 0
with passes(cosine_for_sine):
    assert f(0.0) == 1
assert f(0.0) == 0
assert jax.config.jax_enable_compilation_cache
""",
    "growth": """
import resource, sys, jax, jax.numpy as jnp
from hlo_text.jax import passes
n = int(sys.argv[2])

def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6

def run(times, passes_):
    # clear_caches() at the end of each context frees what JAX keeps.
    for _ in range(times // 20):
        with passes(*passes_):
            for k in range(20):
                jax.jit(lambda x: jnp.sin(x) + k)(0.0)
    return megabytes()

def same(module): pass
def changed(module): return True

before = run(200, [same, changed])
after = run(n, [same, changed])
print(f"{after - before:.1f} MB more after {n} compilations")
assert after - before < 20, (before, after)
""",
}


@in_jax
@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts(name: str, tmp_path: pathlib.Path) -> None:
    # HLO_JAX_COMPILATIONS: for the figure in the docs, 1000.
    compilations = os.environ.get("HLO_JAX_COMPILATIONS", "200")
    subprocess.run([sys.executable, "-c", SCRIPTS[name], str(tmp_path), compilations], check=True)


@in_jax
def test_identity_passes() -> None:
    """Results and bytes stay, or only the bytes of an instruction change; what an identity pass costs."""
    script = pathlib.Path(__file__).parent / "jax_identity.py"
    done = subprocess.run([sys.executable, script, "collectives", "attention"], capture_output=True, text=True)
    figures = json.loads(done.stdout)
    assert figures["programs"] >= 18
    assert figures["different_results"] == [] and figures["different_bytes"] == []
    assert figures["different_elsewhere"] == []
    assert figures["in_passes"] < 0.05 * figures["compiling"]


EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "jax-passes.md").read_text(encoding="utf-8"), re.S)


@in_jax
@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples(number: int) -> None:
    """Those of docs/jax-passes.md."""
    subprocess.run([sys.executable, "-c", EXAMPLES[number]], check=True)
