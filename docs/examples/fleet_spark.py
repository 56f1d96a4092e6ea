"""python fleet_spark.py CATALOG.csv: the answers of fleet_queries.py by Spark.

Here on a cluster of two executors on this machine; elsewhere, leave out .master() and start it with
spark-submit.
"""

import os
import sys

from pyspark.sql import SparkSession

from fleet_queries import QUERIES, TABLES, read_catalog, show
from hlo_text import engines


def start():
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # of the executors
    return (
        SparkSession.builder.appName("hlo-text")
        .master("local-cluster[2,1,1024]")
        .config("spark.executor.memory", "1g")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )


def answer(spark, catalog, files_per_task=64):
    rows = list(zip(catalog["file"], catalog["week"]))
    spark.createDataFrame(rows, "file string, week bigint").createOrReplaceTempView("files")
    for name in TABLES:
        frame = engines.spark_table(spark, catalog["file"], name, files_per_task=files_per_task)
        frame.createOrReplaceTempView(name)
    return {name: [tuple(row) for row in spark.sql(query).collect()] for name, query in QUERIES.items()}


if __name__ == "__main__":
    session = start()
    show(answer(session, read_catalog(sys.argv[1])))
    session.stop()
