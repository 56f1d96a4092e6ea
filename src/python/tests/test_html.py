"""HTML for notebooks: what it shows is the text, whatever that contains."""

import html
import html.parser
import re

import hlo_text
from conftest import INPUTS, SMALL


class Checker(html.parser.HTMLParser):
    """Raises if tags do not nest or are not ours; collects the text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("pre", "span") and {name for name, _ in attrs} <= {"style", "class"}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def text_of(page: str) -> str:
    page.encode()  # no surrogates
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker.text


def test_it_shows_the_text() -> None:
    for path in INPUTS[::8]:
        try:
            module = hlo_text.parse(path.read_bytes())
        except hlo_text.ParseError:
            continue
        shown = text_of(module._repr_html_())
        text = str(module)
        lines = text.count("\n")
        if lines <= 200 and max(map(len, text.split("\n"))) < 2000 and "\r" not in text:
            expected = text.encode("utf-8", "replace").decode().rstrip("\n")
            assert shown == expected, path
        for computation in module:
            text_of(computation._repr_html_())
            text_of(computation.root._repr_html_())


def test_nothing_of_the_module_becomes_markup() -> None:
    module = hlo_text.parse(SMALL)
    x = module.entry_computation["x"]
    for evil in ("<script>alert(1)</script>", '"><img src=x onerror=1>', "&lt;", "</pre>", "\udcff"):
        x.metadata = hlo_text.OpMetadata(op_name=evil)
        x.set_attribute("frontend_attributes", {"k": evil})
        for part in (module, x.parent, x):
            page = part._repr_html_()
            text_of(page)
            assert set(re.findall(r"</?(\w+)", page)) <= {"pre", "span"}


def test_it_is_short() -> None:
    wide = "f32[" + ",".join(["1"] * 5000) + "]"
    module = hlo_text.parse(f"ENTRY e {{ ROOT p = {wide} parameter(0) }}")
    assert len(module._repr_html_()) < 30_000
    body = "\n".join(f"  n{i} = f32[] negate(x)" for i in range(5000))
    long = hlo_text.parse(f"ENTRY e {{\n  x = f32[] parameter(0)\n{body}\n}}")._repr_html_()
    assert len(long) < 100_000 and "print() has all" in long
