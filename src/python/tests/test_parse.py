"""parse(): arguments, options, errors."""

import pickle
import re
from typing import Any

import hlo_text
import pytest
from conftest import INPUTS, SMALL, TESTDATA, hlo_fmt, to_bytes

WRONG = "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] add(p)\n}\n"
SUGAR = """ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4]) custom-call-start(p), custom_call_target="f"
  ROOT d = f32[4] custom-call-done(s)
}
"""


def test_str_and_bytes_are_the_same() -> None:
    assert str(hlo_text.parse(SMALL)) == str(hlo_text.parse(SMALL.encode()))


@pytest.mark.parametrize("text", [None, 1, ["a"], bytearray(b"a")])
def test_other_types_are_refused(text: Any) -> None:
    with pytest.raises(TypeError):
        hlo_text.parse(text)


def test_options_are_keywords() -> None:
    with pytest.raises(TypeError):
        hlo_text.parse(SMALL, True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        hlo_text.parse(SMALL, no_such_option=True)  # type: ignore[call-arg]


def test_an_error_has_a_place() -> None:
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse(WRONG)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.line, error.column) == (4, 21)
    assert error.message == "expects 2 operands, but has 1 operands"
    (diagnostic,) = error.diagnostics
    assert diagnostic == hlo_text.Diagnostic("error", "WrongOperandCount", 4, 21, error.message)
    assert str(diagnostic) == "4:21: error: expects 2 operands, but has 1 operands"
    assert diagnostic.suggestions == ()
    assert str(error) == (
        "<string>:4:21: error: expects 2 operands, but has 1 operands\n"
        "  ROOT r = f32[] add(p)\n"
        "                    ^"
    )


def test_a_wrong_word_has_suggestions() -> None:
    text = "ENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] negat(p)\n}"
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse(text)
    (diagnostic,) = caught.value.diagnostics
    (suggestion, *_) = diagnostic.suggestions
    assert suggestion == hlo_text.Suggestion(3, 18, 3, 23, "negate")
    assert pickle.loads(pickle.dumps(diagnostic)) == diagnostic


def test_all_errors_are_reported() -> None:
    text = "ENTRY e {\n  p = f32[] parameter(0)\n  q = f32[] add(p)\n  ROOT r = f32[] nope(p)\n}"
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse(text)
    assert [d.line for d in caught.value.diagnostics] == [3, 4]


def test_notes() -> None:
    text = (TESTDATA / "dot" / "nested.default.hlo").read_text()
    notes = [note for d in hlo_text.parse(text).verify() for note in d.notes]
    assert hlo_text.Note(10, 3, "called here") in notes


def test_columns_count_bytes() -> None:
    text = "ENTRY e { /* \u00e9\u00e9 */ ROOT p = f32[] nope() }"
    with pytest.raises(hlo_text.ParseError) as caught:
        hlo_text.parse(text)
    assert caught.value.column == text.index("nope") + 1 + len("\u00e9\u00e9".encode()) - 2


def test_bytes_that_are_not_utf8() -> None:
    text = b'ENTRY e { // \xff\n  ROOT p = f32[] parameter(0), metadata={op_name="\\377"}\n}\n'
    escaped = text.decode("utf-8", "surrogateescape")
    for module in hlo_text.parse(text), hlo_text.parse(escaped):
        assert module.entry_computation.root.metadata.op_name == "\udcff"
    assert to_bytes(hlo_text.format(escaped)) == to_bytes(hlo_text.format(text))
    assert b"\xff" in to_bytes(hlo_text.format(text))
    with pytest.raises(UnicodeEncodeError):
        hlo_text.parse("\ud800")


def test_surrogate_escapes_in_names_and_words() -> None:
    odd = "\udcff"
    module = hlo_text.Module(odd)
    with hlo_text.Builder(module, odd, entry=True) as b:
        p = b.add_parameter("f32[4]", odd)
        call = b.add_custom_call("f32[4]", [p], odd)
    main = module.entry_computation
    assert call.attributes["custom_call_target"] == odd
    assert main.outline([call], odd).opcode == "call"
    assert module.get(odd) is None and main.get(odd) is None and module.instruction(odd) is None
    assert odd not in module and odd not in main
    for function in hlo_text.parse, hlo_text.format, hlo_text.parse_mlir, module.parse_computation:
        with pytest.raises(hlo_text.ParseError, match=r"^\?:1:"):
            function("nonsense", filename=odd)
    assert "ENTRY" in hlo_text.format("ENTRY e { ROOT p = f32[] parameter(0) }", filename=odd)
    add: Any = b.add_instruction
    show: Any = module.print
    for refused in (lambda: add(odd, [p]), lambda: add("negate", [p], **{odd: 1}),
                    lambda: b.add_convert(p, odd), lambda: b.add_compare(p, p, odd),
                    lambda: p.set_attribute(odd, 1), lambda: show(odd),
                    lambda: show(async_mode=odd), lambda: show(**{odd: True})):
        with pytest.raises((ValueError, TypeError), match=f"'{odd}'"):
            refused()
    with pytest.raises(UnicodeEncodeError):
        module.get("\ud800")


def test_unknown_words() -> None:
    text = "ENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] frobnicate(p), zap={1}\n}\n"
    with pytest.raises(hlo_text.ParseError):
        hlo_text.parse(text)
    module = hlo_text.parse(text, allow_unknown=True)
    assert module.entry_computation.root.opcode == "frobnicate"
    assert module.entry_computation.root.attributes == {"zap": "{1}"}
    assert [(w.severity, w.line) for w in module.warnings] == [("warning", 3), ("warning", 3)]


def test_upgrade_legacy() -> None:
    text = SUGAR.replace("((f32[4]), f32[4])", "(f32[4], f32[4])")
    with pytest.raises(hlo_text.ParseError):
        hlo_text.parse(text)
    module = hlo_text.parse(text, upgrade_legacy=True)
    assert module.warnings[0].severity == "warning"
    assert str(module) == str(hlo_text.parse(SUGAR))


def test_desugar() -> None:
    sugared = hlo_text.parse(SUGAR, desugar=False)
    assert [i.opcode for i in sugared.entry_computation] == [
        "parameter", "custom-call-start", "custom-call-done"]
    assert len(sugared.computations) == 1
    start = sugared.entry_computation.instructions[1]
    # Functions that need generic chains work on a copy.
    assert sugared.verify() == []
    assert sugared.fingerprint() == hlo_text.parse(SUGAR).fingerprint()
    assert start.opcode == "custom-call-start"

    sugared.desugar()
    assert start.opcode == "async-start"
    assert start.called_computations == [c for c in sugared.computations if not c.is_entry]
    sugared.desugar()
    assert str(sugared) == str(hlo_text.parse(SUGAR))


# hlo-fmt's names for tokens, which are XLA's, and Python's.
TOKENS = {b"kColon": b"':'", b"kLparen": b"'('", b"kRparen": b"')'", b"kLbrace": b"'{'", b"kRbrace": b"'}'",
          b"kLsquare": b"'['", b"kRsquare": b"']'", b"kComma": b"','", b"kOctothorp": b"'#'", b"kIdent": b"a word",
          b"kInt": b"an integer", b"kDxD": b"sizes"}


def plain(message: re.Match[bytes]) -> bytes:
    return re.sub(rb"k[A-Z]\w+", lambda m: TOKENS.get(m[0], m[0]), message[0])


def test_errors_match_hlo_fmt() -> None:
    refused = 0
    for path in INPUTS:
        code, _, expected = hlo_fmt(str(path))
        if code != 1:
            continue
        with pytest.raises(hlo_text.ParseError) as caught:
            hlo_text.parse(path.read_bytes(), filename=str(path))
        expected = re.sub(rb"(?m)(?<=: error: expect)((?!.*sees).*)", plain, expected)
        expected = re.sub(rb"(?m)^hlo-fmt: .*: --allow_unknown keeps .*\n", b"", expected)
        assert to_bytes(str(caught.value)) + b"\n" == expected, path
        first = next(d for d in caught.value.diagnostics if d.severity == "error")
        assert f"{path}:{first.line}:{first.column}: error: ".encode() in expected
        refused += 1
    assert refused > 100


def test_protos() -> None:
    module = hlo_text.parse("HloModule m\nENTRY e { ROOT p = f32[2] parameter(0) }")
    data = module.to_proto()
    assert isinstance(data, bytes)
    again = hlo_text.parse(data)
    assert str(again) == str(module)
    assert again.to_proto() == data
    with pytest.raises(hlo_text.ParseError):
        hlo_text.parse(data[:100])
    unknown = hlo_text.parse("ENTRY e { ROOT p = f32[] new-word() }", allow_unknown=True)
    with pytest.raises(ValueError):
        unknown.to_proto()
