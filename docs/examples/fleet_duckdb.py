"""python fleet_duckdb.py CATALOG.csv: the answers of fleet_queries.py by DuckDB, on one machine."""

import sys

import duckdb
import pyarrow

import hlo_text
from fleet_queries import QUERIES, TABLES, read_catalog, show


def answer(catalog):
    tables = hlo_text.tables(catalog["file"], jobs=2)
    connection = duckdb.connect()
    connection.register("files", pyarrow.table(catalog))
    for name in TABLES:
        # Read once, and kept; DuckDB moves what does not fit memory to disk if it has a file.
        rows = pyarrow.RecordBatchReader.from_stream(tables[name])
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM rows")
    return {name: connection.sql(query).fetchall() for name, query in QUERIES.items()}


if __name__ == "__main__":
    show(answer(read_catalog(sys.argv[1])))
