"""The examples of docs/python.md run."""

import pathlib
import re

import pytest
from conftest import ROOT, SMALL

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_examples(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("module.hlo").write_text(SMALL)
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(examples) >= 2
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), {})
