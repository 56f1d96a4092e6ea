"""The scripts of docs/examples give the same answers on every engine, also if workers are killed."""

import csv
import importlib
import os
import pathlib
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import hlo_text
import pytest
from conftest import ROOT, TESTDATA
from hlo_text import engines

EXAMPLES = ROOT / "docs" / "examples"
Answers = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Two weeks of dumps, some damaged; or the catalog that HLO_TEXT_CATALOG names."""
    if "HLO_TEXT_CATALOG" in os.environ:
        return pathlib.Path(os.environ["HLO_TEXT_CATALOG"])
    root = tmp_path_factory.mktemp("fleet")
    for week, folders in (("1", ["passes/jax", "tables"]), ("2", ["passes/jax_no_fusion", "tables"])):
        for folder in folders:
            shutil.copytree(TESTDATA / folder, root / week / folder)
    (root / "2" / "empty.hlo").write_text("")
    (root / "2" / "cut.hlo").write_text((TESTDATA / "tables" / "step.hlo").read_text()[:999])
    with open(root / "catalog.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["file", "week"])
        for week in ("1", "2"):
            paths = hlo_text.tables(root / week).modules._source.paths  # type: ignore[attr-defined]
            rows.writerows([path, week] for path in paths)
    return root / "catalog.csv"


@pytest.fixture(scope="module")
def example() -> Iterator[Callable[[str], Any]]:
    """Imports an example, by a name without fleet_."""
    sys.path.insert(0, str(EXAMPLES))
    yield lambda name: importlib.import_module(f"fleet_{name}")
    sys.path.remove(str(EXAMPLES))


@pytest.fixture(scope="module")
def expected(catalog: pathlib.Path, example: Callable[[str], Any]) -> Answers:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    answers: Answers = example("duckdb").answer(example("queries").read_catalog(catalog))
    return answers


def children(pid: int) -> Iterator[tuple[int, str]]:
    """The processes that this one has started, and theirs, with their commands."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        found = [n for task in tasks for n in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
        for child in map(int, found):
            yield child, pathlib.Path(f"/proc/{child}/cmdline").read_text(errors="replace")
            yield from children(child)
    except (FileNotFoundError, ProcessLookupError):
        return


class Killer:
    """Kills one child whose command has a word, as soon as it may."""

    def __init__(self, word: str, may: Callable[[], bool] = lambda: True) -> None:
        self.killed: int | None = None
        self._word, self._may, self._stop = word, may, threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def _watch(self) -> None:
        while self.killed is None and not self._stop.wait(0.02):
            found = [pid for pid, command in children(os.getpid()) if self._word in command]
            if found and self._may():
                os.kill(found[0], signal.SIGKILL)
                self.killed = found[0]

    def __enter__(self) -> "Killer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def test_the_answers_are_about_the_dumps(expected: Answers) -> None:
    if "HLO_TEXT_CATALOG" in os.environ:
        pytest.skip("other dumps")
    assert ("all-reduce", 4, 163840, 4) in expected["collective_bytes"]
    assert expected["growth"] == [("jit_train_step", 2, 32, 63, 31)]
    assert expected["pass_regressions"] == [("copy-insertion", 2, -6, 0), ("fusion-wrapper", 2, 9, 37)]
    assert sum(row[2] for row in expected["damaged"]) == 3  # cut.hlo has two kinds of errors
    assert all(expected.values())


def test_polars(catalog: pathlib.Path, example: Callable[[str], Any], expected: Answers) -> None:
    pytest.importorskip("polars")
    assert example("polars").answer(example("queries").read_catalog(catalog)) == expected


def test_answers_are_shown(
    example: Callable[[str], Any], expected: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    example("queries").show(expected)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(expected) + sum(map(len, expected.values()))


def test_tasks_keep_the_passes_of_a_module_together(tmp_path: pathlib.Path) -> None:
    for name in ("module_0001.f.before_optimizations.txt", "module_0001.f.0001.p.after_a.before_b.txt",
                 "module_0002.g.before_optimizations.txt", "17.module_0001.f.before_optimizations.txt", "a.hlo"):
        (tmp_path / name).write_text("")

    def sizes(table: str, files_per_task: int) -> list[int]:
        return sorted(map(len, engines._tasks(tmp_path, table, files_per_task)))

    assert sizes("modules", 1) == [1, 1, 1, 1, 1]
    assert sizes("passes", 1) == [1, 1, 1, 2]
    assert sizes("passes", 3) == [2, 3]
    assert sizes("modules", 100) == [5]
    assert engines._tasks([], "modules", 1) == []


def test_schemas_of_spark() -> None:
    assert engines.spark_schema("errors").startswith("`file` string, `kind` string, `code` string, `line` bigint")
    assert "`groups` array<array<bigint>>" in engines.spark_schema("collectives")
    assert "`is_root` boolean" in engines.spark_schema("instructions")
    with pytest.raises(KeyError):
        engines.spark_schema("nothing")


class FakeSpark:
    """A session, and a DataFrame, that runs everything at once and here."""

    def createDataFrame(self, rows: list[tuple[list[str]]], schema: str) -> "FakeSpark":
        assert schema == "paths array<string>"
        self.tasks = [paths for (paths,) in rows]
        return self

    def repartition(self, count: int) -> "FakeSpark":
        assert count == max(1, len(self.tasks))
        return self

    def mapInArrow(self, function: Callable[[Any], Any], schema: str) -> list[dict[str, object]]:
        pyarrow = pytest.importorskip("pyarrow")
        batches = [pyarrow.record_batch({"paths": [paths]}) for paths in self.tasks]
        rows = [row for batch in function(batches) for row in batch.to_pylist()]
        assert all(f"`{column}` " in schema for row in rows for column in row)
        return rows


@pytest.mark.parametrize("table", [table.name for table in hlo_text.tables([])])
def test_tasks_of_spark(table: str) -> None:
    """Without Spark: the tasks give all rows, each once."""
    pyarrow = pytest.importorskip("pyarrow")
    sources = [TESTDATA / "tables", TESTDATA / "passes" / "jax", TESTDATA / "bad" / "bad-body-brace.hlo"]
    rows = engines.spark_table(FakeSpark(), sources, table, files_per_task=3)
    expected = pyarrow.table(hlo_text.tables(sources)[table]).to_pylist()
    assert expected and sorted(map(str, rows)) == sorted(map(str, expected))


@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java")
def test_spark(catalog: pathlib.Path, example: Callable[[str], Any], expected: Answers) -> None:
    """Two executors, then the same while one is killed at work."""
    pytest.importorskip("pyspark")
    files = example("queries").read_catalog(catalog)
    spark = example("spark").start()
    try:
        assert example("spark").answer(spark, files) == expected
        tracker = spark.sparkContext.statusTracker()

        def is_halfway() -> bool:
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            return any(s is not None and s.numTasks > 2 and s.numCompletedTasks > 0 for s in stages)

        with Killer("CoarseGrainedExecutorBackend", is_halfway) as killer:
            assert example("spark").answer(spark, files, len(files["file"]) // 16) == expected
        assert killer.killed is not None
        assert engines.spark_table(spark, [], "modules").count() == 0
    finally:
        spark.stop()


def test_ray(catalog: pathlib.Path, example: Callable[[str], Any], expected: Answers) -> None:
    """Two workers, then the same while one is killed at work."""
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    files = example("queries").read_catalog(catalog)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.cloudpickle.register_pickle_by_value(example("ray"))  # as if it were the script that runs
    try:
        assert example("ray").answer(files) == expected
        with Killer("ray::MapBatches(read_batch)") as killer:
            assert example("ray").answer(files, len(files["file"]) // 16) == expected
        assert killer.killed is not None
        assert engines.ray_table([], "modules").count() == 0
    finally:
        ray.shutdown()
