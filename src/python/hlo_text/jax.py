"""Passes in Python on the programs that JAX compiles, between XLA's own.

    from hlo_text.jax import hlo_pass, passes

    @hlo_pass
    def cosine_for_sine(module):
        for computation in module:
            for i in computation:
                if i.opcode == "sine":
                    i.replace_with_new_instruction("cosine", i.operands)

    with passes(cosine_for_sine):
        print(jax.jit(jnp.sin)(0.0))  # 1.0

    cosine_for_sine(hlo_text.parse(open("dump.txt").read()))  # without JAX

Needs JAX 0.11, but only for passes(). docs/jax-passes.md has more examples.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import itertools
import pathlib
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TextIO, Union, overload

import hlo_text
from hlo_text import Diagnostic, Module

if TYPE_CHECKING:
    import os

    _Stage = Literal["pre_scheduler", "post_scheduler"]

__all__ = ["Count", "HloPass", "PassError", "count", "dump", "hlo_pass", "passes", "print_diff"]

_Function = Callable[[Module], Union[bool, None]]
_Platforms = Union[str, Sequence[str], None]

_MAX_LINES = 40


class PassError(RuntimeError):
    """Raised if a pass leaves a program that breaks the rules of Module.verify()."""

    pass_name: str
    violations: list[Diagnostic]
    """Those that the program did not have before."""
    diff: str
    """The changes of the pass."""

    def __init__(self, pass_name: str, module_name: str, violations: list[Diagnostic], diff: str) -> None:
        self.pass_name = pass_name
        self.violations = violations
        self.diff = diff
        lines = [f"pass {pass_name!r} has broken {module_name}:"]
        lines += ["  " + violation.message.replace("\n", "\n    ") for violation in violations]
        changes = diff.splitlines()
        lines += ["Its changes:", *changes[:_MAX_LINES]]
        lines += [f"... and {len(changes) - _MAX_LINES} more lines"] if len(changes) > _MAX_LINES else []
        super().__init__("\n".join(lines))

    def __reduce__(self) -> Any:
        return type(self).__new__, (type(self), str(self)), self.__dict__


class HloPass:
    """A pass; hlo_pass() makes one of a function.

    function: gets a Module and edits it. Returns whether it has changed something; None: find out.
    name: in errors, and of the pass in XLA's dumps.
    stage: where XLA runs it: "pre_scheduler" or "post_scheduler". Both come after partitioning,
        layout assignment and fusion; in the second the order of the instructions is final.
    platforms: "cpu", "gpu", "tpu", or several; None: all. It runs on those that JAX has.
    """

    def __init__(
        self, function: _Function, *, name: str = "", stage: _Stage = "pre_scheduler", platforms: _Platforms = None
    ) -> None:
        if stage not in ("pre_scheduler", "post_scheduler"):
            raise ValueError(f"stage is {stage!r}, must be 'pre_scheduler' or 'post_scheduler'")
        self.function = function
        self.name = name or getattr(function, "__name__", type(function).__name__)
        self.stage: _Stage = stage
        self.platforms = platforms
        self.__doc__ = function.__doc__

    def __call__(self, module: Module) -> bool:
        """Runs it on a module, without JAX, and returns whether it has changed it.

        PassError if it breaks rules that were met before. The changes are in the module then, too.
        """
        before = module.clone()
        return self._run(module, lambda: before)

    def _run(self, module: Module, before: Callable[[], Module]) -> bool:
        edits = module.edit_count
        result = self.function(module)
        if result is not None and not isinstance(result, bool):
            raise TypeError(f"pass {self.name!r} returned a {type(result).__name__}, must be a bool or None")
        if module.edit_count == edits and not result:
            return False
        violations = module.verify(layouts=True)
        if violations:
            original = before()
            known = {violation.message for violation in original.verify(layouts=True)}
            new = [violation for violation in violations if violation.message not in known]
            if new:
                raise PassError(self.name, module.name, new, str(hlo_text.diff(original, module)))
        return True

    def _rewrite(self, proto: bytes) -> bytes | None:
        """The callback for JAX."""
        # Nothing that the module has no place for is lost.
        module = hlo_text.parse(proto, keep_unknown_fields=True)
        if not self._run(module, lambda: hlo_text.parse(proto)):
            return None
        return module.to_proto()

    def __repr__(self) -> str:
        return f"<HloPass {self.name}, {self.stage}>"


@overload
def hlo_pass(function: _Function, /) -> HloPass: ...
@overload
def hlo_pass(
    function: None = None, /, *, name: str = "", stage: _Stage = "pre_scheduler", platforms: _Platforms = None
) -> Callable[[_Function], HloPass]: ...
def hlo_pass(function: _Function | None = None, /, **options: Any) -> HloPass | Callable[[_Function], HloPass]:
    """Makes a pass of a function; HloPass says what the function and the options are."""
    if function is None:
        return functools.partial(HloPass, **options)
    return HloPass(function, **options)


def _as_pass(function: _Function) -> HloPass:
    return function if isinstance(function, HloPass) else HloPass(function)


# ---- In JAX. Passes are registered for the process: any thread that compiles runs them.

_lock = threading.Lock()
_names: set[str] = set()  # registered
_contexts = 0
_restore_cache: Callable[[], None] = lambda: None
_thread = threading.local()
# The exceptions of passes, until JAX's error that mentions the number has been caught.
_failures: dict[int, BaseException] = {}
_failure_numbers = itertools.count(1)


class _FailureInPass(Exception):
    """All that XLA passes on is text."""


def _callback(p: HloPass) -> Callable[[bytes], bytes | None]:
    def run(proto: bytes) -> bytes | None:
        if getattr(_thread, "runs_pass", False):  # it compiles something itself
            return None
        _thread.runs_pass = True
        try:
            return p._rewrite(proto)
        except BaseException as error:
            if not isinstance(error, PassError) and hasattr(error, "add_note"):
                error.add_note(f"in pass {p.name!r}, {p.stage}")
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next  # without this function
            number = next(_failure_numbers)
            _failures[number] = error
            text = f"hlo_text failure {number}: pass {p.name!r}: {type(error).__name__}: {error}"
        finally:
            _thread.runs_pass = False
        raise _FailureInPass(text)

    return run


def _failure_of(error: BaseException | None) -> BaseException | None:
    """The exception of the pass that made JAX raise `error`, if one did."""
    found = re.search(r"hlo_text failure (\d+): ", str(error))
    failure = _failures.pop(int(found[1]), None) if found else None
    if failure is not None:
        failure._hlo_text_cause = failure.__cause__  # type: ignore[attr-defined]
    return failure


@functools.cache  # a second registration would do no harm
def _handle_errors() -> None:
    """JAX raises what _failure_of() returns in place of its own error. If it cannot, passes() does."""
    compiler = importlib.import_module("jax._src.compiler")
    if hasattr(compiler, "register_xla_runtime_error_handler"):
        compiler.register_xla_runtime_error_handler(_failure_of)


def _disable_persistent_cache(jax: Any) -> Callable[[], None]:
    """Its keys do not include passes. Returns a function that enables it again."""
    if not (jax.config.jax_enable_compilation_cache and jax.config.jax_compilation_cache_dir):
        return lambda: None
    cache = importlib.import_module("jax.experimental.compilation_cache.compilation_cache")

    def enable(value: bool) -> None:
        jax.config.update("jax_enable_compilation_cache", value)
        cache.reset_cache()  # which remembers whether it is used

    enable(False)
    return lambda: enable(True)


@contextlib.contextmanager
def _without_caches(jax: Any) -> Iterator[None]:
    global _contexts, _restore_cache
    with _lock:
        if _contexts == 0:
            _restore_cache = _disable_persistent_cache(jax)
        _contexts += 1
    try:
        jax.clear_caches()
        yield
    finally:
        jax.clear_caches()
        with _lock:
            _contexts -= 1
            if _contexts == 0:
                _restore_cache()


def _platforms_here(wanted: _Platforms) -> list[str]:
    """JAX refuses others, on which it would not compile anything."""
    here = list(importlib.import_module("jax.extend.backend").backends())
    if wanted is None:
        return here
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    return [name for name in here if name in names or ("gpu" in names and name in ("cuda", "rocm"))]


@contextlib.contextmanager
def _registered(xla: Any, p: HloPass) -> Iterator[None]:
    with _lock:
        names = (f"{p.name}.{n}" if n else p.name for n in itertools.count())
        name = next(name for name in names if name not in _names)
        _names.add(name)
    where = {"stage": xla.PipelineStage[p.stage.upper()], "platforms": _platforms_here(p.platforms)}
    try:
        xla.register_hlo_module_transformation(_callback(p), name=name, **where)
        try:
            yield
        finally:
            xla.clear_hlo_module_transformation(name, **where)
    finally:
        with _lock:
            _names.discard(name)


@contextlib.contextmanager
def passes(*functions: _Function) -> Iterator[None]:
    """XLA runs these passes, in this order, on each program that JAX compiles meanwhile.

    A function that is not an HloPass is made one. Programs that were compiled before are compiled
    again, in the context and after it: JAX's caches are cleared at both ends, and its persistent
    cache is off in between. Passes run in whatever thread compiles, and not in compilations that a
    pass starts. A pass that fails makes JAX raise what it raised, or PassError.
    """
    try:
        jax = importlib.import_module("jax")
        xla = importlib.import_module("jax.extend.xla")
    except ModuleNotFoundError as error:
        raise ImportError("hlo_text.jax.passes() needs JAX 0.11 or newer") from error
    _handle_errors()
    with contextlib.ExitStack() as stack:
        stack.enter_context(_without_caches(jax))
        for function in functions:
            stack.enter_context(_registered(xla, _as_pass(function)))
        try:
            yield
        except BaseException as error:
            failure = _failure_of(error)
            if failure is not None:
                raise failure from failure.__cause__
            if hasattr(error, "_hlo_text_cause"):  # not JAX's own error, which says less
                error.__cause__ = error._hlo_text_cause
            raise


# ---- Ready passes.


def dump(folder: str | os.PathLike[str], *, stage: _Stage = "pre_scheduler", platforms: _Platforms = None) -> HloPass:
    """Writes each program into a file of the folder, as XLA's dumps have it; hlo-view shows them.

    In passes(dump("a"), f, dump("b")) the folders have the programs before and after f.
    """
    numbers = itertools.count()
    path = pathlib.Path(folder)

    def run(module: Module) -> bool:
        path.mkdir(parents=True, exist_ok=True)
        text = module.print("dump").encode("utf-8", "surrogateescape")
        (path / f"module_{next(numbers):04}.{module.name}.{stage}.txt").write_bytes(text)
        return False

    return HloPass(run, name="dump", stage=stage, platforms=platforms)


def print_diff(function: _Function, *, file: TextIO | None = None) -> HloPass:
    """The same pass, but it also prints its changes."""
    p = _as_pass(function)

    def run(module: Module) -> bool | None:
        before = module.clone()
        edits = module.edit_count
        changed = p.function(module)
        if changed or module.edit_count != edits:
            print(f"{module.name}, {p.name}:", hlo_text.diff(before, module), sep="\n", file=file)
        return changed

    return HloPass(run, name=p.name, stage=p.stage, platforms=p.platforms)


class Count(HloPass):
    """A pass that changes nothing: count()."""

    modules: list[str]
    """The names of the programs that it has seen."""
    opcodes: Counter[str]
    """How many instructions of each opcode they have."""

    def __init__(self, *, stage: _Stage = "pre_scheduler", platforms: _Platforms = None) -> None:
        super().__init__(self._count, name="count", stage=stage, platforms=platforms)
        self.modules = []
        self.opcodes = Counter()

    def _count(self, module: Module) -> bool:
        self.modules.append(module.name)
        self.opcodes.update(i.opcode for computation in module for i in computation)
        return False


def count(*, stage: _Stage = "pre_scheduler", platforms: _Platforms = None) -> Count:
    """Counts instructions by opcode: passes(c := count()), then c.opcodes["all-reduce"]."""
    return Count(stage=stage, platforms=platforms)
