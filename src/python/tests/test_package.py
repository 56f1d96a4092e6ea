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


def signature(arguments: ast.arguments) -> str:
    """The parameters as Python writes them, without types, self and the values of defaults: path, by=, *, start="""
    for node in ast.walk(arguments):
        if isinstance(node, ast.arg):
            node.annotation = None
    arguments.defaults = [ast.Name("") for _ in arguments.defaults]
    arguments.kw_defaults = [default and ast.Name("") for default in arguments.kw_defaults]
    first = arguments.posonlyargs or arguments.args
    if first and first[0].arg in ("self", "cls"):
        del first[0]
    return ast.unparse(arguments)


def described(body: list[ast.stmt], prefix: str, public: set[str] | None = None) -> Iterator[str]:
    """NAME of a value, NAME(PARAMETER, ...) of a function."""
    for node in body:
        names, end = [], ""
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names = [node.name]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        if isinstance(node, ast.FunctionDef):
            if not re.search("property|setter", "".join(map(ast.dump, node.decorator_list))):
                end = f"({signature(node.args)})"
        for name in names:
            if (name.startswith("_") and name != "__init__") or (public is not None and name not in public):
                continue
            yield prefix + name + end
            if isinstance(node, ast.ClassDef):
                yield from described(node.body, f"{prefix}{name}.")


def exported(body: list[ast.stmt]) -> set[str]:
    """__all__ of a module."""
    for node in body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return set()


def test_public_names_are_listed() -> None:
    """names.txt, from which .ci/abi knows them, is up to date: HLO_UPDATE_GOLDENS=1 rewrites it."""
    files = [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]
    bodies = {file.stem: ast.parse(file.read_text()).body for file in files}
    lines: set[str] = set()
    for module, body in bodies.items():
        if module.startswith("_") and module != "__init__":
            continue
        prefix = "" if module == "__init__" else f"{module}."
        lines.update(described(body, prefix))
        for node in body:  # of what it has from private modules, the names that it exports
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("hlo_text._"):
                names = {alias.name for alias in node.names}
                public = exported(body) if "*" in names else exported(body) & names
                lines.update(described(bodies[node.module.removeprefix("hlo_text.")], prefix, public))
    text = "".join(f"{line}\n" for line in sorted(lines))
    listed = ROOT / "src" / "python" / "tests" / "names.txt"
    if os.environ.get("HLO_UPDATE_GOLDENS"):
        listed.write_text(text)
    assert text == listed.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_abseil_comes_from_the_wheel() -> None:
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libabsl" in line}
    assert [path for path in loaded if not path.startswith(str(PACKAGE))] == []
