"""The plugin for pytest: --hlo-update, and a report of golden files that no test uses.

pip installs it with hlo_text. Paths of golden files start from the folder of the test.
"""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Any

import hlo_text_pytest as state
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

_KEY = "hlo_text_goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hlo_text")
    group.addoption("--hlo-update", action="store_true", help="write the golden files of hlo_text.testing again")


def pytest_configure(config: pytest.Config) -> None:
    state.update = state.update or config.getoption("--hlo-update")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, None]:
    state.folder = item.path.parent
    yield
    state.folder = None


# pytest-xdist: each worker tells the controller.


def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_KEY] = [sorted(state.used), state.written]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    used, written = getattr(node, "workeroutput", {}).get(_KEY, ((), ()))
    state.used.update(used)
    state.written.extend(written)


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    for path in sorted(set(state.written)):
        terminalreporter.write_line(f"hlo_text: {path} written")
    if exitstatus == 0 and _runs_all(config, terminalreporter):
        for file in sorted(_unused()):
            terminalreporter.write_line(f"hlo_text: {file} is not used by any test")


def _runs_all(config: pytest.Config, terminalreporter: Any) -> bool:
    """Otherwise a test that was not run may use the files."""
    narrowed = config.getoption("keyword", "") or config.getoption("markexpr", "") or config.getoption("lf", False)
    left_out = terminalreporter.stats.get("deselected") or terminalreporter.stats.get("skipped")
    return not narrowed and not left_out and all(pathlib.Path(arg).is_dir() for arg in config.args)


def _unused() -> set[str]:
    found = set()
    for folder in {pathlib.Path(path).parent for path in state.used}:
        for file in folder.iterdir():
            if str(file) in state.used or not file.is_file() or file.name.startswith("."):
                continue
            with file.open("rb") as opened:
                if opened.read(len(state.MARK)) == state.MARK.encode():
                    found.add(str(file))
    return found
