"""Several threads read modules at once; long calls release the GIL."""

import pathlib
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


def test_long_calls_release_the_gil() -> None:
    body = "\n".join(f"  n{i} = f32[8]{{0}} add(x, x)" for i in range(400_000))
    text = f"ENTRY e {{\n  x = f32[8]{{0}} parameter(0)\n{body}\n}}\n"

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

    modules = []
    assert ticks_during(lambda: modules.append(hlo_text.parse(text))) >= 3
    assert ticks_during(lambda: modules[0].print()) >= 3
