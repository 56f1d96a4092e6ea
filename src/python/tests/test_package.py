"""The installed wheel: version, console script, types, linked libraries."""

import inspect
import os
import pathlib
import re
import subprocess
import sys
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


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_abseil_comes_from_the_wheel() -> None:
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libabsl" in line}
    assert [path for path in loaded if not path.startswith(str(PACKAGE))] == []
