"""Golden files, for hlo_text.testing: programs and shardings that a test has seen and approved.

The text is canonical and made to be reviewed; the verdict is that of hlo_text.diff(), so neither
names nor the order of the file count. The plugin for pytest sets and reads `state`.
"""

from __future__ import annotations

import difflib
import itertools
import math
import os
import pathlib
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import hlo_text
import hlo_text_pytest as state
from hlo_text import Instruction, Module
from hlo_text._operations import Program, generic, leaves_of, source_of

DEFAULT_IGNORE = ("names", "metadata", "origin", "backend_config", "frontend_attributes")
# Besides the options of Module.strip().
_LEVELS = ("names", "layouts", "constants", "schedule")
_MAX_LINES = 60


def _resolve(path: str | os.PathLike[str]) -> pathlib.Path:
    absolute = pathlib.Path(state.folder or ".", path).resolve()
    state.used.add(str(absolute))
    return absolute


def _read(path: pathlib.Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return None


def _write(path: pathlib.Path, text: str) -> None:
    """At once, as several processes may do so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)
    state.written.append(str(path))


def _missing(path: pathlib.Path) -> AssertionError:
    return AssertionError(f"{path} does not exist; pytest --hlo-update or HLO_UPDATE_GOLDENS=1 writes it")


# ---- Programs.


def check_program(module: Module, path: str | os.PathLike[str], ignore: Collection[str]) -> None:
    """Raises AssertionError unless the module is the program in the file."""
    __tracebackhide__ = True
    options = [name for name in ignore if name not in _LEVELS]
    module = generic(module).clone()
    if options:
        # TypeError for a word that neither knows.
        module.strip(**{name: True for name in options if name != "metadata"})
    file = _resolve(path)
    golden = _read(file)
    if golden is None and not state.update:
        raise _missing(file)
    changes = before = None
    if golden is not None:
        try:
            before = hlo_text.parse(golden, filename=str(file), allow_unknown=True)
        except hlo_text.ParseError:
            if not state.update:
                raise
    if before is not None:
        # As the file has it, since no text has all that a module has.
        after = hlo_text.parse(_text(module, ignore), allow_unknown=True)
        changes = hlo_text.diff(
            before,
            after,
            metadata="metadata" not in ignore,
            names="names" not in ignore,
            layouts="layouts" not in ignore,
            schedule="schedule" not in ignore,
        )
        if not changes:
            return
    if state.update:
        _write(file, _golden_text(module, before, ignore))
        return
    assert before is not None
    lines = [f"{module.name} is not the program in {file}; pytest --hlo-update accepts it"]
    lines += [f"  {line}" for line in [_summary(before, module)] if line]
    shown = list(_with_sources(str(changes).splitlines(), module))
    lines += shown[:_MAX_LINES]
    lines += [f"... and {len(shown) - _MAX_LINES} more lines"] if len(shown) > _MAX_LINES else []
    raise AssertionError("\n".join(lines))


def _text(module: Module, ignore: Collection[str]) -> str:
    return module.print(
        async_mode="generic",
        print_large_constants="constants" not in ignore,
        print_metadata="metadata" not in ignore,
        include_layout_in_shapes="layouts" not in ignore,
    )


def _golden_text(module: Module, before: Module | None, ignore: Collection[str]) -> str:
    module = module.clone()
    if "metadata" in ignore:
        module.strip(metadata=True)
    if "names" in ignore:
        module.canonicalize_names()
        if before is not None:
            _take_names(before, module)
    return f"{state.MARK}; ignores {', '.join(sorted(ignore)) or 'nothing'}\n\n{_text(module, ignore)}"


def _take_names(before: Module, module: Module) -> None:
    """Gives all that has not changed the name it had, so that the file changes little."""
    changes = hlo_text.diff(before, module)
    computations = [(c, changes.counterpart_of(c)) for c in module.computations]
    instructions = [(i, changes.counterpart_of(i)) for c in module.computations for i in c]
    for pairs in (computations, instructions):
        for part, old in pairs:
            if old is not None and part.name != old.name:
                part.name = f"{old.name}__new"
        for part, old in pairs:
            if old is not None and part.name != old.name:
                part.name = old.name


def _with_sources(lines: list[str], module: Module) -> Iterator[str]:
    """Lines of a diff, with the place in Python that they come from, if it is of the new program."""
    names = {i.name: i for computation in module for i in computation}
    for line in lines:
        found = re.match(r"[+~] (?:ROOT )?%?([^ ]+) = ", line)
        source = source_of(names[found[1]]) if found and found[1] in names else ""
        yield f"{line}  # {source}" if source else line


def _numbers(module: Module) -> dict[str, float]:
    program = Program(module, {})
    numbers: dict[str, float] = dict(Counter(o.opcode for o in program.operations if o.is_collective))
    instructions: list[Instruction] = [i for computation in module for i in computation]
    numbers["fusion"] = sum(i.opcode == "fusion" for i in instructions)
    numbers["flops"] = sum(i.flops for i in instructions)
    numbers["peak bytes"] = hlo_text.LiveRanges(module).peak_bytes
    numbers["instructions"] = len(instructions)
    return numbers


def _summary(before: Module, after: Module) -> str:
    """all-reduce 2, was 1; flops 4096, was 2048."""
    old, new = _numbers(before), _numbers(after)
    return "; ".join(
        f"{name} {new.get(name, 0):.10g}, was {old.get(name, 0):.10g}"
        for name in [*new, *(name for name in old if name not in new)]
        if new.get(name, 0) != old.get(name, 0)
    )


# ---- Shardings.


def specs_of(program: Any) -> list[str] | None:
    """The specs of the parameters of a jax.stages.Compiled."""
    if not hasattr(program, "input_shardings"):
        return None
    # None: the program does not use the argument, and has no parameter for it.
    leaves = sys.modules["jax"].tree.leaves(program.input_shardings)
    return [_spec([_axes_of_entry(e) for e in s.spec]) if hasattr(s, "spec") else str(s) for s in leaves]


def _axes_of_entry(entry: Any) -> tuple[str, ...]:
    return () if entry is None else (entry,) if isinstance(entry, str) else tuple(entry)


def check_shardings(program: Program, path: str | os.PathLike[str]) -> None:
    """Raises AssertionError unless the parameters have the shardings in the file."""
    __tracebackhide__ = True
    if not program.mesh:
        raise ValueError("matches_shardings needs a mesh: assert_hlo(program, mesh=mesh)")
    file = _resolve(path)
    golden = _read(file)
    axes = ", ".join(f"{name}={size}" for name, size in program.mesh.items())
    text = "\n".join([f"{state.MARK}; shardings on the mesh {axes}", "", *_shardings(program), ""])
    if golden == text:
        return
    if state.update:
        _write(file, text)
        return
    if golden is None:
        raise _missing(file)
    changes = list(difflib.unified_diff(golden.splitlines(), text.splitlines(), lineterm="", n=0))[2:]
    title = f"{program.module.name}: other shardings than in {file}; pytest --hlo-update accepts them"
    raise AssertionError("\n".join([title, *(line for line in changes if not line.startswith("@@"))]))


def _shardings(program: Program) -> list[str]:
    rows = []
    parameters = program.module.entry_computation.parameters
    for number, parameter in enumerate(parameters):
        name = parameter.op_name or parameter.name
        shape = parameter.shape
        if program.specs is not None and len(program.specs) == len(parameters):
            rows.append((name, shape.to_string(layout=False), program.specs[number]))
            continue
        sharding = parameter.sharding
        of_leaves = sharding.elements if sharding is not None and sharding.kind == "tuple" else ()
        for (index, leaf), of_leaf in zip(leaves_of(shape), itertools.chain(of_leaves, itertools.repeat(sharding))):
            spec = spec_of(of_leaf, len(leaf.dimensions), program.mesh)
            rows.append((name + index, leaf.to_string(layout=False), spec))
    widths = [max((len(row[column]) for row in rows), default=0) for column in (0, 1)]
    return [f"{name:{widths[0]}}  {shape:{widths[1]}}  {spec}" for name, shape, spec in rows]


def spec_of(sharding: hlo_text.Sharding | None, rank: int, mesh: Mapping[str, int]) -> str:
    """P(None, 'model'); the text of a sharding over another mesh."""
    if sharding is None:
        return "no sharding"
    if sharding.kind == "replicated":
        return "P()"
    if sharding.kind == "named" and sharding.named is not None:
        axes = sharding.named.mesh.axes
        entries = [tuple(axes[ref.axis].name for ref in d.axes) for d in sharding.named.dimensions]
        refs = [ref for d in sharding.named.dimensions for ref in d.axes]
        if dict((axis.name, axis.size) for axis in axes) == dict(mesh) and not any(r.is_sub_axis for r in refs):
            return _spec(entries)
    if sharding.kind == "tiled":
        entries_or_none = _axes_of_tiles(sharding, rank, mesh)
        if entries_or_none is not None:
            return _spec(entries_or_none)
    return str(sharding)


def _spec(entries: Sequence[tuple[str, ...]]) -> str:
    words = [repr(e[0]) if len(e) == 1 else repr(e) if e else "None" for e in entries]
    while words and words[-1] == "None":
        words.pop()
    return f"P({', '.join(words)})"


def _axes_of_tiles(sharding: hlo_text.Sharding, rank: int, mesh: Mapping[str, int]) -> list[tuple[str, ...]] | None:
    """For each dimension the axes, major to minor, that a device's tile depends on."""
    dimensions = sharding.tiles.dimensions
    if math.prod(dimensions) != math.prod(mesh.values()):  # before they are listed: a text may have any number
        return None
    devices = _devices(sharding.tiles)
    if sorted(devices) != list(range(len(devices))):
        return None
    tile_of = dict(zip(devices, itertools.product(*map(range, dimensions))))
    places = list(itertools.product(*map(range, mesh.values())))
    names = list(mesh)
    result = []
    for dimension, size in enumerate(dimensions[:rank]):
        for count in range(len(names) + 1):
            for axes in itertools.permutations(range(len(names)), count):
                sizes = [mesh[names[axis]] for axis in axes]
                if math.prod(sizes) != size or 1 in sizes:
                    continue
                strides = [math.prod(sizes[i + 1 :]) for i in range(count)]
                numbers = (sum(place[a] * s for a, s in zip(axes, strides)) for place in places)
                if all(number == tile_of[device][dimension] for device, number in enumerate(numbers)):
                    break
            else:
                continue
            result.append(tuple(names[axis] for axis in axes))
            break
        else:
            return None
    return result


def _devices(tiles: hlo_text.TileAssignment) -> list[int]:
    if not tiles.is_iota:
        return list(tiles.devices)
    reshape = tiles.iota.reshape_dims or (math.prod(tiles.dimensions),)
    order = tiles.iota.transpose_perm or tuple(range(len(reshape)))
    strides = [math.prod(reshape[i + 1 :]) for i in range(len(reshape))]
    places = itertools.product(*(range(reshape[axis]) for axis in order))
    return [sum(at * strides[axis] for at, axis in zip(place, order)) for place in places]
