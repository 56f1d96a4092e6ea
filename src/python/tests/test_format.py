"""format(): hlo-fmt --keep."""

import hlo_text
import pytest
from conftest import INPUTS, hlo_fmt, to_bytes

UGLY = """// a comment
ENTRY  e{
   x = f32[2]   parameter( 0 )  // the input

  ROOT y = f32[ 2 ]{0} add(x,x) }
"""


def test_spacing() -> None:
    assert hlo_text.format(UGLY) == (
        "// a comment\n"
        "ENTRY e {\n"
        "  x = f32[2] parameter(0) // the input\n"
        "\n"
        "  ROOT y = f32[2]{0} add(x, x)\n"
        "}\n"
    )


def test_lines() -> None:
    assert "   x = f32[2]   parameter( 0 )" in hlo_text.format(UGLY, first_line=5)
    assert "  x = f32[2] parameter(0)" in hlo_text.format(UGLY, first_line=3, last_line=3)
    for lines in (0, 0), (3, 2), (1, -1):
        with pytest.raises(ValueError):
            hlo_text.format(UGLY, first_line=lines[0], last_line=lines[1])


def test_log_prefix() -> None:
    logged = "".join(f"I0612 12:34:56.789012 1234 f.cc:1] {line}\n" for line in UGLY.splitlines())
    assert hlo_text.format(logged, strip_log_prefix=True) == hlo_text.format(UGLY)


def test_a_rejected_text() -> None:
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.format("ENTRY e {\n  ROOT p = f32[] nope()\n}\n", filename="a.hlo")
    assert caught.value.line == 2
    assert str(caught.value).startswith("a.hlo:2:")


def test_texts_match_hlo_fmt() -> None:
    formatted = 0
    for path in INPUTS[::3]:
        code, expected, _ = hlo_fmt("--keep", str(path))
        if code == 0:
            assert to_bytes(hlo_text.format(path.read_bytes())) == expected, path
            formatted += 1
    assert formatted > 50
