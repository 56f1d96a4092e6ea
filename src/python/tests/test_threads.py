"""Several threads use modules at once; work on texts releases the GIL."""

import os
import pathlib
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import hlo_text
from conftest import INPUTS, SMALL, TESTDATA


def read(path: pathlib.Path) -> Any:
    try:
        module = hlo_text.parse(path.read_bytes())
        names = [i.name for c in module.computations for i in c]
        return str(module), module.fingerprint(), names
    except hlo_text.ParseError as error:
        return str(error)


def test_parsing_in_threads() -> None:
    paths = INPUTS[::4]
    expected = [read(path) for path in paths]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read, paths)) == expected


def test_one_module_in_threads() -> None:
    module = hlo_text.parse(SMALL)
    expected = str(module)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: module.print(), range(200))) == {expected}


def test_desugar_while_others_print() -> None:
    text = (TESTDATA / "async" / "sugar.hlo").read_bytes()
    for _ in range(50):
        module = hlo_text.parse(text, desugar=False)

        def use(n: int, module: hlo_text.Module = module) -> str:
            if n == 5:
                module.desugar()
            [i.users for c in module.computations for i in c]
            return module.print(async_mode="keep")

        with ThreadPoolExecutor(4) as pool:
            assert len(list(pool.map(use, range(12)))) == 12
        assert str(module) == str(hlo_text.parse(text))


def long_text(instructions: int) -> str:
    body = "\n".join(f"  n{i} = f32[8]{{0}} add(x, x)" for i in range(instructions))
    return f"ENTRY e {{\n  x = f32[8]{{0}} parameter(0)\n{body}\n}}\n"


def test_fork_while_another_thread_reads() -> None:
    module = hlo_text.parse(long_text(20_000))
    stop = threading.Event()

    def read_on() -> None:
        while not stop.is_set():
            module.print()

    thread = threading.Thread(target=read_on)
    thread.start()
    try:
        for _ in range(10):
            time.sleep(0.01)
            child = os.fork()
            if child == 0:
                signal.alarm(60)  # ends a child that hangs
                module.name = "child"
                ok = module.print().startswith("HloModule child") and module.verify() == []
                os._exit(0 if ok else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        thread.join()


def test_parsing_releases_the_gil() -> None:
    text = long_text(400_000)

    def ticks_during(function: Any) -> int:
        """How often another thread runs during function()."""
        stop = threading.Event()
        ticks = 0

        def tick() -> None:
            nonlocal ticks
            while not stop.is_set():
                ticks += 1
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        ticks = 0
        function()
        result = ticks
        stop.set()
        thread.join()
        return result

    assert ticks_during(lambda: hlo_text.parse(text)) >= 3
