"""hlo_text.verbs, and hlo-mcp by the client of the protocol's SDK."""

import asyncio
import os
import re
import subprocess
from typing import Any

import hlo_text
import pytest
from conftest import ROOT, SCRIPTS, TESTDATA
from hlo_text import verbs

STEP = str(TESTDATA / "tables" / "step.hlo")
TPU = str(TESTDATA / "tables" / "tpu.hlo")
DUMP = str(TESTDATA / "passes" / "jax")
SERVER = os.path.join(SCRIPTS, "hlo-mcp")

# (verb, arguments, a part of the answer)
QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("summary", {"path": STEP}, "jit_step: 29 instructions in 6 computations, scheduled"),
    ("summary", {"path": str(TESTDATA / "tables")}, "step.hlo"),
    ("find", {"path": STEP, "opcode": "all-*"}, "main/gathered = f32[16,128]{1,0} all-gather(%both)"),
    ("find", {"path": STEP, "op_name": "*/psum"}, "# model.py:12\n1 in all"),
    ("around", {"path": STEP, "address": "body/reduce-start"}, "called by: main/while"),
    ("collectives", {"path": STEP}, "main/ring collective-permute: 4,096 bytes, 3 groups, the first [0, 1]"),
    ("peak", {"path": STEP}, "bytes at "),
    ("peak", {"path": STEP, "by": "buffer"}, "4,096 parameter "),
    ("cost", {"path": STEP}, ": model.py:12 in step"),
    ("diff", {"before": STEP, "after": TPU}, " added, "),
    ("passes", {"folder": DUMP, "first": "fusion"}, "fusion"),
    ("verify", {"path": STEP}, "jit_step: valid\n0 in all"),
    ("reduce", {"path": STEP, "keep": "all-gather"}, "all-gather"),
]


def test_verbs() -> None:
    sizes = []
    for verb, arguments, part in QUESTIONS:
        answer = getattr(verbs, verb)(**arguments)
        assert part in answer, (verb, answer)
        sizes.append(len(answer.encode()))
    assert max(sizes) < 4096 and sum(sizes) < 40960
    assert [verb.__name__ for verb in verbs.VERBS] == list(dict.fromkeys(verb for verb, _, _ in QUESTIONS))


def test_long_answers_go_on() -> None:
    path = str(TESTDATA / "jax" / "attention_grad-simplified.hlo")
    lines: list[str] = []
    start, answers = 0, 0
    while True:
        answer = verbs.find(path, start=start)
        assert len(answer.encode()) < 4096
        _, *shown, last = answer.split("\n")
        lines += shown
        answers += 1
        more = re.fullmatch(rf"(\d+) in all, shown from {start}; go on with start=(\d+)", last)
        if more is None:
            break
        start = int(more[2])
    assert last == f"{len(lines)} in all" and answers > 2 and len(set(lines)) == len(lines)
    for line in lines[::10]:
        address = line.partition(" = ")[0]
        assert f"{address.partition('/')[0]}: " in verbs.around(path, address, hops=2)


def test_instructions_of_any_length() -> None:
    text = "ENTRY e {\n" + "".join(f"  {'x' * 3000}{n} = f32[] parameter({n})\n" for n in range(9)) + "}\n"
    module = hlo_text.parse(text)
    answer = verbs._answer(module.name, [str(i) for i in module.entry_computation])
    assert len(answer.encode()) < 4096 and "go on with start=" in answer


def test_refusals() -> None:
    with pytest.raises(KeyError, match="did you mean 'gathered'"):
        verbs.around(STEP, "main/gatherd")
    with pytest.raises(ValueError, match="did you mean 'scope'"):
        verbs.cost(STEP, by="scop")
    with pytest.raises(ValueError, match="keep="):
        verbs.reduce(STEP)
    with pytest.raises(OSError):
        verbs.summary("nothing.hlo")


def test_server() -> None:
    mcp = pytest.importorskip("mcp")

    async def ask() -> None:
        transport = mcp.stdio_client(mcp.StdioServerParameters(command=SERVER))
        async with mcp.Client(transport) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == [verb.__name__ for verb in verbs.VERBS]
            for tool in tools:
                assert tool.description and "start" in tool.input_schema["properties"]
            for verb, arguments, part in QUESTIONS:
                result = await client.call_tool(verb, arguments)
                assert not result.is_error and part in result.content[0].text
            wrong = await client.call_tool("around", {"path": STEP, "address": "main/gatherd"})
            assert wrong.is_error and "did you mean 'gathered'" in wrong.content[0].text

    asyncio.run(ask())


def test_program() -> None:
    done = subprocess.run([SERVER, "--version"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"hlo-mcp {hlo_text.__version__}\n")
    assert subprocess.run([SERVER, "x"], capture_output=True).returncode == 1


def test_the_page_names_all_verbs() -> None:
    page = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)\(", page, re.M) == [verb.__name__ for verb in verbs.VERBS]
