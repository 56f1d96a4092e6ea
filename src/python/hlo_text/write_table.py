"""python -m hlo_text.write_table: a table of many modules as a Parquet or Arrow file.

    python -m hlo_text.write_table --to=parquet --table=instructions -o instructions.parquet dumps/

Needs pyarrow. hlo-translate --table writes CSV and NDJSON without it.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any

import hlo_text


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hlo_text.write_table")
    parser.add_argument("--to", choices=["parquet", "arrow"], required=True, help="arrow: an IPC file")
    parser.add_argument("--table", choices=[table.name for table in hlo_text.tables([])], required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="files to read at a time")
    parser.add_argument("--noallow_unknown", dest="allow_unknown", action="store_false",
                        help="refuse unknown opcodes and attributes")
    parser.add_argument("--upgrade_legacy", action="store_true", help="accept older forms")
    parser.add_argument("-o", "--output", required=True, metavar="FILE")
    parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")
    return parser.parse_args(arguments)


def _open_writer(to: str, path: str, schema: Any) -> Any:
    if to == "parquet":
        parquet = importlib.import_module("pyarrow.parquet")
        return parquet.ParquetWriter(path, schema, compression="zstd")
    return importlib.import_module("pyarrow.ipc").new_file(path, schema)


def main(arguments: list[str] | None = None) -> int:
    """Writes the file and returns the exit code. A failed run leaves no file under the name."""
    flags = _parse(arguments)
    try:
        pyarrow: Any = importlib.import_module("pyarrow")  # without types
    except ImportError:
        print("write_table: needs pyarrow (pip install pyarrow)", file=sys.stderr)
        return 2
    found = hlo_text.tables(
        flags.paths, jobs=flags.jobs, allow_unknown=flags.allow_unknown, upgrade_legacy=flags.upgrade_legacy
    )
    partial = f"{flags.output}.partial.{os.getpid()}"
    try:
        reader = pyarrow.RecordBatchReader.from_stream(found[flags.table])
        with _open_writer(flags.to, partial, reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
        os.replace(partial, flags.output)
    except OSError as error:
        print(f"write_table: {error}", file=sys.stderr)
        return 3
    finally:
        if os.path.exists(partial):
            os.remove(partial)
    return 0


if __name__ == "__main__":
    sys.exit(main())
