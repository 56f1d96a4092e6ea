"""Tables on more than one machine: as a DataFrame of Spark, as a Dataset of Ray Data.

    from hlo_text import engines

    collectives = engines.spark_table(spark, "dumps/", "collectives")
    collectives.groupBy("kind").sum("moved_bytes").show()

    engines.ray_table("dumps/", "collectives").groupby("kind").sum("moved_bytes").show()

The driver lists the files, tasks read some of them each: all machines need hlo_text, pyarrow and the
files under the same names. A damaged file is a row of the table "errors". A task that dies runs
again, and what it had read counts once. Other engines read hlo_text.tables() directly.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import hlo_text
from hlo_text._core import _dump_module, _table_infos
from hlo_text._tables import _files_in, _Path

__all__ = ["ray_table", "spark_schema", "spark_table"]

_SPARK_TYPES = {
    "utf8": "string",
    "int64": "bigint",
    "double": "double",
    "bool": "boolean",
    "list<int64>": "array<bigint>",
    "list<list<int64>>": "array<array<bigint>>",
}


def spark_schema(table: str) -> str:
    """The columns of a table as Spark's DDL: "file string, id bigint, ..."."""
    columns = {name: columns for name, _, columns in _table_infos()}[table]
    return ", ".join(f"`{name}` {_SPARK_TYPES[type]}" for name, type, _, _ in columns)


def spark_table(
    spark: Any,
    source: _Path | Iterable[_Path],
    table: str,
    *,
    files_per_task: int = 64,
    allow_unknown: bool = True,
    upgrade_legacy: bool = False,
) -> Any:
    """A pyspark.sql.DataFrame with the rows of a table, in any order. Reads when Spark does.

    spark: the SparkSession.
    source: a file, a folder of dumps, or several, as the driver lists them.
    files_per_task: what a task reads, and reads again if its executor is lost.
    """
    read = _reader(table, allow_unknown, upgrade_legacy)

    def read_batches(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            for paths in batch.column(0).to_pylist():
                yield from read(paths)

    tasks = [(paths,) for paths in _tasks(source, table, files_per_task)]
    frame = spark.createDataFrame(tasks, "paths array<string>").repartition(max(1, len(tasks)))
    return frame.mapInArrow(read_batches, spark_schema(table))


def ray_table(
    source: _Path | Iterable[_Path],
    table: str,
    *,
    files_per_task: int = 64,
    allow_unknown: bool = True,
    upgrade_legacy: bool = False,
) -> Any:
    """A ray.data.Dataset with the rows of a table, in any order. Reads when Ray does.

    source, files_per_task: as of spark_table().
    """
    data: Any = importlib.import_module("ray.data")
    pyarrow: Any = importlib.import_module("pyarrow")
    read = _reader(table, allow_unknown, upgrade_legacy)
    empty = pyarrow.table(hlo_text.tables([])[table])

    def read_batch(batch: Any) -> Iterator[Any]:
        yield empty  # so that each block has the columns
        for paths in batch.column("paths").to_pylist():
            for rows in read(paths):
                yield pyarrow.Table.from_batches([rows])

    tasks = [{"paths": paths} for paths in _tasks(source, table, files_per_task)]
    if not tasks:
        return data.from_arrow(empty)
    blocks = data.from_items(tasks, override_num_blocks=len(tasks))
    return blocks.map_batches(read_batch, batch_format="pyarrow", batch_size=None)


def _reader(table: str, allow_unknown: bool, upgrade_legacy: bool) -> Callable[[list[str]], Iterator[Any]]:
    """The work of a task: the rows of files as batches of pyarrow."""

    def read(paths: list[str]) -> Iterator[Any]:
        pyarrow: Any = importlib.import_module("pyarrow")
        rows = hlo_text.tables(paths, allow_unknown=allow_unknown, upgrade_legacy=upgrade_legacy)[table]
        yield from pyarrow.RecordBatchReader.from_stream(rows)

    return read


def _tasks(source: _Path | Iterable[_Path], table: str, files_per_task: int) -> list[list[str]]:
    """The files in portions. Those of a module's passes stay together: each is compared to the last."""
    given = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    together: dict[object, list[str]] = {}
    for item in given:
        for path in _files_in(os.fspath(item)):
            folder, name = os.path.split(path)
            module = _dump_module(name) if table == "passes" else None
            together.setdefault((folder, *module) if module else path, []).append(path)
    tasks: list[list[str]] = []
    for paths in together.values():
        if not tasks or len(tasks[-1]) + len(paths) > files_per_task:
            tasks.append([])
        tasks[-1] += paths
    return tasks
