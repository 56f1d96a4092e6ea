"""Questions to a fleet of dumps, as SQL that DuckDB, Polars and Spark understand.

They ask the tables of hlo_text (docs/tables.md) and a catalog, `files`, which says what nobody can
know from a dump: the week, a number, in which each file was made.
"""

import csv

TABLES = ["modules", "instructions", "collectives", "costs", "passes", "errors"]

QUERIES = {
    # Which modules are the same program?
    "duplicates": """
        SELECT fingerprint, count(*) AS copies, min(name) AS name
        FROM modules GROUP BY fingerprint HAVING count(*) > 1
        ORDER BY copies DESC, fingerprint LIMIT 20""",
    # Which functions were compiled how often, for how many different shapes, and what do they cost in all?
    "recompiled": """
        SELECT modules.shape_blind_fingerprint AS kernel, count(*) AS modules,
          count(DISTINCT modules.fingerprint) AS programs, min(modules.name) AS name,
          sum(coalesce(spent.flops, 0)) AS flops
        FROM modules LEFT JOIN (SELECT file, sum(flops) AS flops FROM costs GROUP BY file) AS spent
          ON modules.file = spent.file
        GROUP BY modules.shape_blind_fingerprint HAVING count(*) > 1
        ORDER BY flops DESC, kernel LIMIT 20""",
    # Which functions outside of HLO are called most, and by how many modules?
    "custom_calls": """
        SELECT custom_call_target, count(*) AS calls, count(DISTINCT file) AS modules
        FROM instructions WHERE opcode = 'custom-call' GROUP BY custom_call_target
        ORDER BY calls DESC, custom_call_target LIMIT 20""",
    # How many bytes go over which kind of collective, and how many overlap with something?
    "collective_bytes": """
        SELECT kind, count(*) AS operations, sum(moved_bytes * coalesce(executions, 1)) AS bytes,
          sum(CASE WHEN instructions_between > 0 THEN 1 ELSE 0 END) AS overlapped
        FROM collectives GROUP BY kind ORDER BY kind""",
    # Which modules are bigger than the week before?
    "growth": """
        WITH weekly AS (
          SELECT modules.name AS name, files.week AS week, files.week + 1 AS next_week,
            max(modules.instruction_count) AS instructions
          FROM modules JOIN files ON modules.file = files.file GROUP BY modules.name, files.week)
        SELECT now.name AS name, now.week AS week, past.instructions AS instructions_before,
          now.instructions AS instructions, now.instructions - past.instructions AS growth
        FROM weekly AS now JOIN weekly AS past ON now.name = past.name AND now.week = past.next_week
        WHERE now.instructions > past.instructions
        ORDER BY growth DESC, name, week LIMIT 20""",
    # Which passes add more instructions than the week before?
    "pass_regressions": """
        WITH weekly AS (
          SELECT passes.pass AS pass, files.week AS week, files.week + 1 AS next_week,
            sum(passes.added - passes.removed) AS added
          FROM passes JOIN files ON passes.file = files.file
          WHERE passes.compared_to IS NOT NULL GROUP BY passes.pass, files.week)
        SELECT now.pass AS pass, now.week AS week, past.added AS added_before, now.added AS added
        FROM weekly AS now JOIN weekly AS past ON now.pass = past.pass AND now.week = past.next_week
        WHERE now.added > past.added
        ORDER BY pass, week LIMIT 20""",
    # What could not be read?
    "damaged": """
        SELECT kind, code, count(DISTINCT file) AS files
        FROM errors GROUP BY kind, code ORDER BY files DESC, kind, code LIMIT 20""",
}


def read_catalog(path):
    """{"file": [...], "week": [...]} of a CSV file with these columns."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {"file": [row["file"] for row in rows], "week": [int(row["week"]) for row in rows]}


def show(answers):
    """Prints {query: rows}; a row is a tuple."""
    for name, rows in answers.items():
        print(f"{name}:")
        for row in rows:
            print(" ", *row)
