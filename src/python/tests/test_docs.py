"""The examples of docs/python.md run; what docs/assertions.md shows is true."""

import pathlib
import re
import shutil

import pytest
from conftest import ROOT, SMALL
from hlo_text.testing import assert_hlo

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_examples(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pathlib.Path("module.hlo").write_text(SMALL)
    dump = ROOT / "testdata" / "profile"
    stem = "module_0000.jit_scanned_step.cpu_after_optimizations"
    shutil.copy(dump / f"{stem}.txt", "step.txt")
    shutil.copy(dump / f"{stem}-buffer-assignment.txt", "step-buffer-assignment.txt")
    shutil.copy(dump / "scanned_step.xplane.pb", "host.xplane.pb")
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(examples) >= 3
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), {})


def test_assertions() -> None:
    """The tests are those of the example, and this is how failures look."""
    page = (ROOT / "docs" / "assertions.md").read_text(encoding="utf-8")
    example = (ROOT / "docs" / "examples" / "test_sharded_step.py").read_text(encoding="utf-8")
    [tests] = re.findall(r"```python\n(.*?)```", page, re.S)
    for test in tests.split("\n\n\n"):
        assert test.strip() in example
    [shown] = re.findall(r"<!-- failure -->\n```\nAssertionError: (.*?)\n```", page, re.S)
    text = """HloModule jit_step, num_partitions=8
ENTRY main {
  x = f32[2,128]{1,0} parameter(0)
  y = f32[8,128]{1,0} parameter(1)
  gathered = f32[8,128]{1,0} all-gather(x), channel_id=3, replica_groups=[2,4]<=[8], dimensions={0}, use_global_device_ids=true, metadata={source_file="model.py" source_line=12}
  wide = f32[16,128]{1,0} all-gather(y), channel_id=4, replica_groups=[4,2]<=[2,4]T(1,0), dimensions={0}, use_global_device_ids=true, metadata={source_file="model.py" source_line=14}
  ROOT t = (f32[8,128]{1,0}, f32[16,128]{1,0}) tuple(gathered, wide)
}
"""
    with pytest.raises(AssertionError) as failure:
        assert_hlo(text, mesh={"data": 2, "model": 4}).has("all-gather", axis="model", bytes_over=4096)
    assert str(failure.value) == shown


def test_engines() -> None:
    """The code on the page is a part of the scripts that test_engines.py runs."""
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "examples").glob("fleet_*.py")]
    shown = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(shown) == 4  # the first asks one question
    for part in shown[1:]:
        assert any(part in script for script in scripts)
