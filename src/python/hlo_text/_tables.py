"""Tables of modules for DuckDB, Polars, pyarrow, pandas and the like, through Arrow streams."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Iterator
from typing import Any, Union

from hlo_text import _core

_Path = Union[str, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Column:
    """A column of a table: its type as Arrow calls it, and when a row has no value."""

    name: str
    type: str
    nulls: str
    doc: str


class Table:
    """One table, which any library that knows Arrow's C stream interface can read.

    Nothing is read before that, and each reader reads from the beginning.
    """

    def __init__(self, name: str, doc: str, columns: tuple[Column, ...], source: _Source) -> None:
        self.name = name
        self.doc = doc
        self.columns = columns
        self._source = source

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """A capsule with a stream of batches; the schema is always this table's own."""
        return self._source.stream(self.name)

    def __repr__(self) -> str:
        return f"<Table {self.name} of {self._source}>"


class Tables:
    """The tables of a module or of files, as attributes; iteration yields them all."""

    modules: Table
    computations: Table
    instructions: Table
    edges: Table
    collectives: Table
    costs: Table
    cost_sums: Table
    passes: Table
    errors: Table

    def __init__(self, source: _Source) -> None:
        self._all: dict[str, Table] = {}
        for name, doc, columns in _core._table_infos():
            table = Table(name, doc, tuple(Column(*column) for column in columns), source)
            self._all[name] = table
            setattr(self, name, table)

    def __getitem__(self, name: str) -> Table:
        return self._all[name]

    def __iter__(self) -> Iterator[Table]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)


class _Source:
    def stream(self, table: str) -> Any:
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class _ModuleSource(_Source):
    module: _core.Module
    max_batch_rows: int

    def __str__(self) -> str:
        return f"module {self.module.name}"

    def stream(self, table: str) -> Any:
        return _core._module_table(self.module, table, self.max_batch_rows)


@dataclasses.dataclass(frozen=True)
class _FileSource(_Source):
    paths: list[str]
    max_batch_rows: int
    jobs: int
    allow_unknown: bool
    upgrade_legacy: bool

    def __str__(self) -> str:
        return f"{len(self.paths)} files"

    def stream(self, table: str) -> Any:
        return _core._file_table(
            self.paths, table, self.max_batch_rows, self.jobs, self.allow_unknown, self.upgrade_legacy
        )


def _files_in(path: str) -> list[str]:
    """The file, or the HLO files in the folder, as the programs choose them."""
    return _core._hlo_files(path) if os.path.isdir(path) else [path]


def tables(
    source: _core.Module | _Path | Iterable[_Path],
    *,
    jobs: int = 1,
    allow_unknown: bool = True,
    upgrade_legacy: bool = False,
    max_batch_rows: int = 65536,
) -> Tables:
    """The tables of a module, or of the modules in files and in folders of dumps.

        import duckdb
        collectives = hlo_text.tables("dumps/", jobs=8).collectives
        duckdb.sql("select kind, sum(moved_bytes) from collectives group by kind")

    A table reads its files one after the other and keeps rows of a few at most. A file that cannot
    be read is a row of `errors`. Options: files to read at a time; what the parser accepts, as in
    parse(); rows of a batch at most. docs/tables.md has the columns.
    """
    if isinstance(source, _core.Module):
        return Tables(_ModuleSource(source, max_batch_rows))
    given = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    paths = [path for item in given for path in _files_in(os.fspath(item))]
    return Tables(_FileSource(paths, max_batch_rows, jobs, allow_unknown, upgrade_legacy))


def cost(module: _core.Module) -> Table:
    """The cost of a run of a module, summed by opcode, computation, scope, source line and stack.

        costs = hlo_text.cost(module)
        duckdb.sql("select key, flops from costs where kind = 'source_line' order by flops desc")

    The table `cost_sums` of tables(module), whose table `costs` has a row for each instruction. The
    columns are in docs/tables.md; CostAnalysis answers about single instructions.
    """
    return tables(module).cost_sums
