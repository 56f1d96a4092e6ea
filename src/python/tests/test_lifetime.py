"""Objects keep their module alive, and modules are freed."""

import gc
import threading

import hlo_text
import pytest
from conftest import INPUTS, SMALL


def test_an_instruction_outlives_its_module() -> None:
    module = hlo_text.parse(SMALL)
    root = module.entry_computation.root
    del module
    gc.collect()
    assert root.opcode == "custom-call"
    assert [o.name for o in root.operands] == ["r", "n", "r"]
    assert root.parent.module.name == "small"
    assert "custom-call(%r, %n, %r)" in root.print()


def test_elements_outlive_their_list() -> None:
    shapes = hlo_text.parse(SMALL).entry_computation.root.shape.tuple_shapes
    users = hlo_text.parse(SMALL).entry_computation.parameters[0].users
    iterator = iter(hlo_text.parse(SMALL).entry_computation)
    gc.collect()
    assert str(shapes[2]) == "(s32[], pred[<=5]{0})"
    assert users[0].name == "r"
    assert next(iterator).name == "x"


def test_modules_are_freed() -> None:
    def resident() -> int:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

    body = "\n".join(f"  n{i} = f32[8]{{0}} negate(x)" for i in range(2000))
    text = f"ENTRY e {{\n  x = f32[8]{{0}} parameter(0)\n{body}\n}}\n"

    def use() -> None:
        module = hlo_text.parse(text)
        for instruction in module.entry_computation:
            instruction.operands, instruction.attributes
        module.entry_computation.root.users
        module.clone().print()

    for _ in range(5):
        use()
    before = resident()
    for _ in range(100):
        use()
    assert resident() - before < 10_000  # kB; one module takes 300


def test_long_chains_of_objects() -> None:
    body = "\n".join(f"  n{i + 1} = f32[] negate(n{i})" for i in range(100_000))
    module = hlo_text.parse(f"ENTRY e {{\n  n0 = f32[] parameter(0)\n{body}\n}}\n")
    instruction = module.entry_computation.root
    del module
    while instruction.operands:
        instruction = instruction.operands[0]
    assert instruction.name == "n0"


def test_deep_texts_in_small_threads() -> None:
    done = []

    def use() -> None:
        def text(depth: int) -> str:
            return f"ENTRY e {{ ROOT p = {'(' * depth}f32[]{')' * depth} parameter(0) }}"

        with pytest.raises(hlo_text.ParseError, match="maximum recursion depth"):
            hlo_text.parse(text(7000))
        for path in INPUTS[::9]:
            try:
                module = hlo_text.parse(path.read_bytes())
            except hlo_text.ParseError:
                continue
            module.verify(), module.fingerprint(), module.clone().print()
        module = hlo_text.parse(text(100))
        root = module.entry_computation.root
        assert str(root.shape.tuple_shapes[0]) == str(root.shape)[1:-1]
        assert module.verify() == [] and hlo_text.format(text(100))
        done.append(True)

    old = threading.stack_size(128 << 10)
    try:
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
    assert done
