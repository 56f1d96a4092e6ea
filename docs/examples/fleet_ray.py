"""python fleet_ray.py CATALOG.csv: the answers of fleet_queries.py by Ray Data, which has no SQL.

Ray groups the rows; what is left of them is small and goes to pandas. Here this is on one machine;
`ray job submit` runs it on a cluster.
"""

import sys

import pandas
import pyarrow
import pyarrow.compute as compute
import ray
from ray.data.aggregate import Count, CountDistinct, Max, Min, Sum
from ray.data.expressions import col

from fleet_queries import read_catalog, show
from hlo_text import engines


def grouped(rows, keys, *aggregates):
    frame = rows.groupby(keys, num_partitions=2).aggregate(*aggregates).to_pandas()
    # Without rows it would have no columns.
    names = [keys] if isinstance(keys, str) else keys
    return frame.reindex(columns=[*names, *(aggregate.name for aggregate in aggregates)])


def top(frame, by, ascending):
    """The first rows by these columns, as tuples of all columns."""
    frame = frame.sort_values(by, ascending=ascending).head(20)
    return [tuple(None if pandas.isna(v) else v for v in row) for row in frame.itertuples(index=False, name=None)]


def duplicates(read, _):
    frame = grouped(read("modules"), "fingerprint", Count(alias_name="copies"), Min("name", alias_name="name"))
    return top(frame[frame.copies > 1], ["copies", "fingerprint"], [False, True])


def recompiled(read, _):
    spent = grouped(read("costs"), "file", Sum("flops", alias_name="flops"))
    modules = read("modules").select_columns(["file", "name", "fingerprint", "shape_blind_fingerprint"]).to_pandas()
    both = modules.merge(spent, on="file", how="left").fillna({"flops": 0.0})
    frame = both.groupby("shape_blind_fingerprint", as_index=False).agg(
        modules=("file", "count"), programs=("fingerprint", "nunique"), name=("name", "min"), flops=("flops", "sum"))
    return top(frame[frame.modules > 1], ["flops", "shape_blind_fingerprint"], [False, True])


def custom_calls(read, _):
    calls = read("instructions").filter(expr=col("opcode") == "custom-call")
    frame = grouped(calls, "custom_call_target", Count(alias_name="calls"), CountDistinct("file", alias_name="modules"))
    return top(frame, ["calls", "custom_call_target"], [False, True])


def collective_bytes(read, _):
    def measure(rows):
        moved = compute.multiply(rows["moved_bytes"], compute.fill_null(rows["executions"], 1))
        overlapped = compute.fill_null(compute.greater(rows["instructions_between"], 0), False).cast("int64")
        return pyarrow.table({"kind": rows["kind"], "bytes": moved, "overlapped": overlapped})

    rows = read("collectives").map_batches(measure, batch_format="pyarrow")
    frame = grouped(rows, "kind", Count(alias_name="operations"), Sum("bytes", alias_name="bytes"),
                    Sum("overlapped", alias_name="overlapped"))
    return top(frame, ["kind"], [True])


def growth(read, weeks):
    def measure(rows):
        return rows.select(["name", "instruction_count"]).append_column("week", weeks_of(rows, weeks))

    rows = read("modules").map_batches(measure, batch_format="pyarrow")
    weekly = grouped(rows, ["name", "week"], Max("instruction_count", alias_name="instructions"))
    both = with_week_before(weekly, "name")
    both["growth"] = both.instructions - both.instructions_before
    columns = ["name", "week", "instructions_before", "instructions", "growth"]
    return top(both[both.growth > 0][columns], ["growth", "name", "week"], [False, True, True])


def pass_regressions(read, weeks):
    def measure(rows):
        rows = rows.filter(rows["compared_to"].is_valid())
        added = compute.subtract(rows["added"], rows["removed"])
        return pyarrow.table({"pass": rows["pass"], "added": added, "week": weeks_of(rows, weeks)})

    rows = read("passes").map_batches(measure, batch_format="pyarrow")
    weekly = grouped(rows, ["pass", "week"], Sum("added", alias_name="added"))
    both = with_week_before(weekly, "pass")
    columns = ["pass", "week", "added_before", "added"]
    return top(both[both.added > both.added_before][columns], ["pass", "week"], [True, True])


def damaged(read, _):
    frame = grouped(read("errors"), ["kind", "code"], CountDistinct("file", alias_name="files"))
    return top(frame, ["files", "kind", "code"], [False, True, True])


QUERIES = [duplicates, recompiled, custom_calls, collective_bytes, growth, pass_regressions, damaged]


def weeks_of(rows, weeks):
    """The week of the file of each row; `weeks` is in Ray's store, once for all tasks."""
    found = ray.get(weeks)
    return pyarrow.array([found[file] for file in rows["file"].to_pylist()], "int64")


def with_week_before(weekly, key):
    """Rows of a week next to those of the week before, whose columns end in _before."""
    before = weekly.assign(week=weekly.week + 1)
    return weekly.merge(before, on=[key, "week"], suffixes=("", "_before"))


def answer(catalog, files_per_task=64):
    def read(table):
        return engines.ray_table(catalog["file"], table, files_per_task=files_per_task)

    weeks = ray.put(dict(zip(catalog["file"], catalog["week"])))
    return {query.__name__: query(read, weeks) for query in QUERIES}


if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    show(answer(read_catalog(sys.argv[1])))
