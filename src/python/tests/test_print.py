"""print(): byte for byte what hlo-fmt prints."""

from typing import Any

import hlo_text
import pytest
from conftest import INPUTS, TESTDATA, hlo_fmt, to_bytes

# hlo-fmt prints these as XLA would; the other modes keep what the text says.
AS_XLA = {"as_xla": True}
AS_WRITTEN = {"as_xla": False}
STYLES = ["default", "short_parsable", "canonical", "fingerprint", "module_fingerprint"]
ASYNC_MODES = ["sugar", "xla", "generic", "keep"]
# Every fifth input, and all about asynchronous operations.
SAMPLE = [p for n, p in enumerate(INPUTS) if n % 5 == 0]
ASYNC = [p for p in INPUTS if "async" in p.relative_to(TESTDATA).parts]


def compare(paths: Any, arguments: Any, parse: Any = None, **options: Any) -> None:
    compared = 0
    for path in paths:
        code, expected, _ = hlo_fmt(*arguments, str(path))
        if code != 0:
            continue
        module = hlo_text.parse(path.read_bytes(), **(parse or AS_XLA))
        assert to_bytes(module.print(**options)) == expected, path
        compared += 1
    assert compared > 50


def test_default() -> None:
    compare(INPUTS, [])


@pytest.mark.parametrize("style", STYLES)
def test_styles(style: Any) -> None:
    compare(SAMPLE, [f"--style={style}"], style=style)


def test_dump() -> None:
    keep = {"keep_stack_frames": True, "keep_instruction_names": True}
    compare(INPUTS, ["--style=dump"], parse=keep, style="dump")
    compare(SAMPLE, ["--style=dump", "--compact_gte"], parse=keep, style="dump", compact_gte=True)


@pytest.mark.parametrize("mode", ASYNC_MODES)
def test_async_modes(mode: Any) -> None:
    parse = AS_XLA if mode in ("sugar", "xla") else AS_WRITTEN
    compare(ASYNC, [f"--async={mode}"], parse=parse, async_mode=mode)


def test_wrapped_calls() -> None:
    flags = ["--async=generic", "--wrap_calls"]
    compare(ASYNC, flags, parse=AS_WRITTEN, async_mode="generic", wrap_calls=True)


def test_generic_printing_leaves_the_module_alone() -> None:
    module = hlo_text.parse((TESTDATA / "async" / "sugar_calls.hlo").read_text())
    before = str(module)
    module.print(async_mode="generic")
    assert str(module) == before


@pytest.mark.parametrize(
    "flag, options",
    [
        ("--print_large_constants", {"print_large_constants": True}),
        ("--noprint_metadata", {"print_metadata": False}),
        ("--indent_amount=2", {"indent_amount": 2}),
        ("--print_subcomputation_mode=full_bodies", {"print_subcomputation_mode": "full_bodies"}),
    ],
)
def test_options(flag: str, options: Any) -> None:
    compare(SAMPLE, [flag], **options)


def test_every_option_of_hlo_fmt_is_a_keyword(small: hlo_text.Module) -> None:
    _, text, _ = hlo_fmt("--help=print")
    lines = text.decode().split("Print options, on top of the style:")[1].splitlines()
    flags = [line.split()[0][2:] for line in lines if line.startswith("  --")]
    assert len(flags) > 25
    for flag in flags:
        name, _, value = flag.partition("=")
        options: Any = {name: int(value) if value.isdigit() else value or True}
        expected = hlo_fmt(f"--{flag}", text=to_bytes(str(small)))[1]
        assert to_bytes(hlo_text.parse(str(small)).print(**options)) == expected, flag


@pytest.mark.parametrize(
    "error, options",
    [
        (TypeError, {"no_such_option": True}),
        (TypeError, {"print_metadata": 1}),
        (TypeError, {"print_metadata": "yes"}),
        (TypeError, {"indent_amount": True}),
        (TypeError, {"indent_amount": "1"}),
        (TypeError, {"print_subcomputation_mode": 1}),
        (TypeError, {"async_mode": None}),
        (TypeError, {"style": 1}),
        (ValueError, {"indent_amount": -1}),
        (ValueError, {"indent_amount": 1001}),
        (ValueError, {"indent_amount": 1 << 80}),
        (ValueError, {"print_subcomputation_mode": "all"}),
        (ValueError, {"async_mode": "none"}),
        (ValueError, {"style": "pretty"}),
    ],
)
def test_wrong_options(small: hlo_text.Module, error: type[Exception], options: Any) -> None:
    for printable in small, small.entry_computation, small.entry_computation.root:
        with pytest.raises(error):
            printable.print(**options)


def test_parts(small: hlo_text.Module) -> None:
    add = small.computations[0]
    assert str(add.root) == add.root.print() == "%sum = f32[] add(%a, %b)"
    assert add.root.print("short_parsable") == "sum = f32[] add(a, b)"
    assert add.root.print("short_parsable", print_operand_shape=True) == (
        "sum = f32[] add(f32[] a, f32[] b)")
    assert str(add) == add.print()
    assert str(add) in str(small)
    assert add.print("short_parsable").splitlines() == [
        "add {", "  a = f32[] parameter(0)", "  b = f32[] parameter(1)",
        "  ROOT sum = f32[] add(a, b)", "}"]


def test_str_of_an_instruction_follows_edits() -> None:
    m = hlo_text.parse(
        "ENTRY e {\n p = f32[8] parameter(0)\n"
        " s = ((f32[8]), f32[8], s32[]) abs-start(p)\n ROOT d = f32[8] abs-done(s)\n}"
    )
    start, done = m["e"]["s"], m["e"]["d"]
    assert str(start) == start.print() == "%s = ((f32[8]{0}), f32[8]{0}, s32[]) abs-start(%p)"
    wrapped = start.called_computations[0]
    hlo_text.Builder(m["e"]).add_call([m["e"]["p"]], wrapped)
    # Two call it, so there is no sugar.
    for i in start, done:
        assert str(i) == i.print() and " async-" in str(i)


# A walk over the module for each would take minutes.
def test_str_of_many_links() -> None:
    chains = "".join(
        f" s.{i} = ((f32[8]), f32[8], s32[]) abs-start(p)\n d.{i} = f32[8] abs-done(s.{i})\n" for i in range(20000)
    )
    m = hlo_text.parse(f"ENTRY e {{\n p = f32[8] parameter(0)\n{chains} ROOT r = f32[8] negate(p)\n}}")
    assert sum(" abs-done(" in str(i) for i in m["e"]) == 20000
