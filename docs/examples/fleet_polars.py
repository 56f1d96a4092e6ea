"""python fleet_polars.py CATALOG.csv: the answers of fleet_queries.py by Polars, on one machine."""

import sys

import polars

import hlo_text
from fleet_queries import QUERIES, TABLES, read_catalog, show


def answer(catalog):
    tables = hlo_text.tables(catalog["file"], jobs=2)
    frames = {name: polars.DataFrame(tables[name]) for name in TABLES}
    with polars.SQLContext(files=polars.DataFrame(catalog), **frames) as context:
        return {name: context.execute(query, eager=True).rows() for name, query in QUERIES.items()}


if __name__ == "__main__":
    show(answer(read_catalog(sys.argv[1])))
