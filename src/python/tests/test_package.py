"""The installed wheel: version, console script, types, linked libraries."""

import ast
import inspect
import os
import pathlib
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import hlo_text
import pytest
from conftest import ROOT, SCRIPTS, SMALL

PACKAGE = pathlib.Path(hlo_text.__file__).parent
PROGRAM_VERSION = hlo_text.__version__.replace("rc", "-rc")  # 1.0.0-rc1, which Python writes as 1.0.0rc1


def test_version_is_that_of_the_library() -> None:
    text = (ROOT / "include" / "hlo" / "version.h").read_text()
    found = re.search(r'#define HLO_TEXT_VERSION "(.+)"', text)
    assert found is not None and hlo_text.__version__ == found[1].replace("-", "")  # 1.0.0-rc1 is 1.0.0rc1
    from importlib import metadata

    assert metadata.version("hlo-text") == hlo_text.__version__


@pytest.mark.parametrize(
    "command",
    [[os.path.join(SCRIPTS, "hlo-fmt")], [sys.executable, "-m", "hlo_text"]],
)
def test_console_script(command: Any) -> None:
    done = subprocess.run([*command, "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"hlo-fmt {PROGRAM_VERSION}\n")
    done = subprocess.run(command, input=SMALL, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, str(hlo_text.parse(SMALL)))
    assert subprocess.run([*command, "--no_such_flag"], capture_output=True).returncode == 2


@pytest.mark.parametrize(
    "command, beginning",
    [(["hlo-translate", "--to=json"], b"{"), (["hlo-view"], b"<!DOCTYPE html>")],
)
def test_other_programs(command: Any, beginning: bytes) -> None:
    program = [os.path.join(SCRIPTS, command[0]), *command[1:]]
    done = subprocess.run([*program, "--version"], capture_output=True)
    assert (done.returncode, done.stdout) == (0, f"{command[0]} {PROGRAM_VERSION}\n".encode())
    done = subprocess.run(program, input=SMALL.encode(), capture_output=True)
    assert done.returncode == 0 and done.stdout.startswith(beginning), done
    done = subprocess.run([*program, "--no_such_flag"], capture_output=True)
    assert done.returncode == 2 and done.stderr.startswith(f"{command[0]}: ".encode()), done


def test_language_server() -> None:
    program = os.path.join(SCRIPTS, "hlo-lsp")
    done = subprocess.run([program, "--version"], capture_output=True)
    if b"nlohmann-json" in done.stderr:
        pytest.skip("the wheel was built without it")
    assert (done.returncode, done.stdout) == (0, f"hlo-lsp {PROGRAM_VERSION}\n".encode())
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run([program], input=message, capture_output=True)
    assert done.returncode == 1 and b'"hlo-lsp"' in done.stdout, done


def test_everything_has_a_docstring() -> None:
    for name in hlo_text.__all__:
        thing = getattr(hlo_text, name)
        if name in ("__version__", "AttributeArgument", "AttributeValue", "LiteralLike"):
            continue
        assert thing.__doc__, name
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert value.__doc__, f"{name}.{member}"


def described(body: list[ast.stmt], prefix: str, public: Any = None) -> Iterator[str]:
    """NAME of a value, NAME(ARGUMENT, ...) of a function."""
    for node in body:
        names, end = [], ""
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names = [node.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        if isinstance(node, ast.FunctionDef):
            arguments = [a.arg for a in node.args.args + node.args.kwonlyargs if a.arg not in ("self", "cls")]
            if not re.search("property|setter", "".join(map(ast.dump, node.decorator_list))):
                end = f"({', '.join(arguments)})"
        for name in names:
            if name.startswith("_") or (public is not None and name not in public):
                continue
            yield prefix + name + end
            if isinstance(node, ast.ClassDef):
                yield from described(node.body, f"{prefix}{name}.")


def test_public_names_are_listed() -> None:
    """names.txt, from which .ci/abi knows them, is up to date: HLO_TEXT_UPDATE_NAMES=1 rewrites it."""
    lines: set[str] = set()
    for file in [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]:
        body = ast.parse(file.read_text()).body
        private = file.stem.startswith("_")
        lines.update(described(body, "" if private else f"{file.stem}.", set(hlo_text.__all__) if private else None))
    text = "".join(f"{line}\n" for line in sorted(lines))
    names = ROOT / "src" / "python" / "tests" / "names.txt"
    if os.environ.get("HLO_TEXT_UPDATE_NAMES"):
        names.write_text(text)
    assert text == names.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_abseil_comes_from_the_wheel() -> None:
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libabsl" in line}
    assert [path for path in loaded if not path.startswith(str(PACKAGE))] == []
