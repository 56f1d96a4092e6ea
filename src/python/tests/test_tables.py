"""Tables: every column comes out, into every library that is installed; capsules are released."""

import gc
import gzip
import json
import os
import pathlib
import subprocess
import sys

import hlo_text
import pytest
from conftest import ROOT, TESTDATA

STEP = TESTDATA / "tables" / "step.hlo"
TABLES = ["modules", "computations", "instructions", "edges", "collectives", "costs", "cost_sums", "passes", "errors"]


def rows_of_program(table: str, *paths: pathlib.Path) -> list[dict[str, object]]:
    """The rows that hlo-translate writes."""
    program = os.path.join(os.path.dirname(hlo_text.__file__), "bin", "hlo-tools")
    done = subprocess.run(
        ["hlo-translate", "--to=ndjson", f"--table={table}", *map(str, paths)],
        executable=program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_names_and_columns() -> None:
    tables = hlo_text.tables(STEP)
    assert [table.name for table in tables] == TABLES
    assert len(tables) == len(TABLES)
    assert tables["edges"] is tables.edges
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    for table in tables:
        assert table.doc in page
        for column in table.columns:
            assert f"| `{column.name}` | `{column.type}` |" in page
    assert repr(tables.modules) == "<Table modules of 1 files>"


def test_capsules_that_nobody_reads() -> None:
    tables = hlo_text.tables([STEP] * 50, jobs=3)
    for table in tables:
        capsule = table.__arrow_c_stream__()
        assert "arrow_array_stream" in repr(capsule)
        del capsule
    gc.collect()


def test_unknown_table() -> None:
    with pytest.raises(KeyError):
        hlo_text.tables(STEP)["nothing"]


def test_a_file_name_that_is_not_utf8(tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    for name in b"\xff.hlo", b"\xff.0.txt":
        pathlib.Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(STEP.read_bytes())
    (tmp_path / "a.hlo").write_text("nonsense")
    tables = hlo_text.tables(tmp_path)
    assert pyarrow.table(tables.errors)["file"].to_pylist() == [f"{tmp_path}/a.hlo"]
    assert pyarrow.table(tables.modules)["file"].to_pylist() == [f"{tmp_path}/\ufffd.hlo"]


@pytest.mark.parametrize("table", TABLES)
def test_pyarrow_gets_what_the_program_writes(table: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    folder = TESTDATA / "passes" / "async" if table == "passes" else TESTDATA / "async"
    read = pyarrow.table(hlo_text.tables(folder, jobs=2, max_batch_rows=100)[table])
    read.validate(full=True)
    assert read.to_pylist() == rows_of_program(table, folder)
    types = {"utf8": "string", "list<int64>": "list<item: int64 not null>",
             "list<list<int64>>": "list<item: list<item: int64 not null> not null>"}
    for column in hlo_text.tables([])[table].columns:
        field = read.schema.field(column.name)
        assert str(field.type) == types.get(column.type, column.type)
        assert field.nullable == bool(column.nulls)
        assert not column.doc or field.metadata[b"doc"].decode() == column.doc


def test_a_module() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    module = hlo_text.parse(STEP.read_bytes())
    tables = hlo_text.tables(module)
    assert repr(tables.edges) == "<Table edges of module jit_step>"
    read = pyarrow.table(tables.collectives).to_pylist()
    assert [row["kind"] for row in read] == ["all-reduce", "collective-permute", "all-gather"]
    assert read[0]["groups"] == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert read[0]["executions"] == 10
    assert read[2]["mesh_axes"] == "model"
    assert read[0]["file"] is None
    # Rows outlive the module, and each reader starts from the beginning.
    del module, tables
    gc.collect()
    assert len(read) == 3


def test_damaged_and_compressed_files(tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    (tmp_path / "a.hlo").write_bytes(STEP.read_bytes())
    (tmp_path / "b.hlo.gz").write_bytes(gzip.compress(STEP.read_bytes()))
    (tmp_path / "c.hlo").write_text("HloModule")
    (tmp_path / "d.hlo.gz").write_bytes(gzip.compress(STEP.read_bytes())[:-9])
    (tmp_path / "notes.txt").write_text("not HLO")
    tables = hlo_text.tables(tmp_path)
    names = [os.path.basename(path) for path in pyarrow.table(tables.modules)["file"].to_pylist()]
    assert names == ["a.hlo", "b.hlo.gz"]
    errors = pyarrow.table(tables.errors).to_pylist()
    assert [os.path.basename(row["file"]) for row in errors] == ["c.hlo", "d.hlo.gz"]
    assert [row["kind"] for row in errors] == ["text", "file"]


def test_folders_as_the_program_lists_them(tmp_path: pathlib.Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    names = [
        "a.hlo", "b.hlo.txt", "c.txt", ".d.hlo", "module_0001.f.before_optimizations.txt",
        "module_0001.txt", "module_x.txt", "module_0002.f.0001.p.after_a.before_b.txt", "e/f.hlo", ".g/h.hlo",
        "1732868000.module_0003.f.before_optimizations.txt",
    ]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(STEP.read_bytes())
    (tmp_path / "module_0001.f.thunk_sequence.txt").write_text("000: kKernel")
    (tmp_path / "module_0001.f.report.txt.gz").write_bytes(gzip.compress(b"BufferAssignment:"))
    read = pyarrow.table(hlo_text.tables(tmp_path).modules)["file"].to_pylist()
    assert read == [row["file"] for row in rows_of_program("modules", tmp_path)]
    assert len(read) == 7


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    collectives = hlo_text.tables(STEP).collectives  # by its name below
    query = "SELECT kind, sum(moved_bytes * executions) FROM collectives GROUP BY kind ORDER BY kind"
    assert duckdb.sql(query).fetchall() == [
        ("all-gather", 4096), ("all-reduce", 40960), ("collective-permute", 4096)]
    assert collectives.name == "collectives"


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(hlo_text.tables(STEP).collectives)
    assert frame["groups"].to_list()[0] == [[0, 4], [1, 5], [2, 6], [3, 7]]
    assert frame["group_size"].to_list() == [2, 2, 2]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_write_table(form: str, tmp_path: pathlib.Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ipc = pytest.importorskip("pyarrow.ipc")
    output = tmp_path / "out"
    command = [sys.executable, "-m", "hlo_text.write_table", f"--to={form}", "--table=instructions",
               "-o", str(output), str(TESTDATA / "async")]
    subprocess.run(command, check=True)
    if form == "parquet":
        read = parquet.read_table(output)
    else:
        read = ipc.open_file(output).read_all()
    assert read.to_pylist() == rows_of_program("instructions", TESTDATA / "async")
    assert os.listdir(tmp_path) == ["out"]
