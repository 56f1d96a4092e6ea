#!/usr/bin/env python3
"""The tables of many modules say the same as their JSON, and groups are those of brute force.

  tables_check.py --bin BUILD/hlo-translate [--every N] FILE|FOLDER ...

Compares modules, computations, instructions, edges and collectives of every N-th file with the
output of --to=json, value by value. Expands every syntax of replica_groups on its own.
"""
import argparse
import collections
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys


def rows_of(binary, table, files):
  """The rows of a table, by file."""
  # Names of files may be many: in portions that fit a command line.
  rows = collections.defaultdict(list)
  for begin in range(0, len(files), 1000):
    done = subprocess.run([binary, "--to=ndjson", f"--table={table}", "--jobs=2",
                           *files[begin:begin + 1000]], stdout=subprocess.PIPE, check=True,
                          stderr=subprocess.DEVNULL)
    for line in done.stdout.decode().splitlines():
      row = json.loads(line)
      rows[row["file"]].append(row)
  return rows


def cut(numbers, size):
  return [numbers[i:i + size] for i in range(0, len(numbers), size)]


def transposed(sizes, order):
  """0, 1, 2 ... as an array of these sizes, transposed, read row-major."""
  strides = [math.prod(sizes[i + 1:]) for i in range(len(sizes))]
  return [sum(place[i] * strides[order[i]] for i in range(len(order)))
          for place in itertools.product(*(range(sizes[d]) for d in order))]


def mesh_groups(text):
  """mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)) {'b':(1)2}; None for other forms."""
  match = re.fullmatch(r"mesh\[(.*?)\](?:, device_ids=\((.*)\))? \{(.*)\}", text)
  if match is None:
    return None
  axes = [(name, int(size)) for name, size in re.findall(r"'([^']*)'=(\d+)", match[1])]
  devices = list(range(math.prod(size for _, size in axes)))
  if match[2]:
    iota = re.fullmatch(r"\[([\d,]+)\](?:T\(([\d,]+)\))?", match[2])
    if iota:
      sizes = [int(n) for n in iota[1].split(",")]
      order = [int(n) for n in iota[2].split(",")] if iota[2] else list(range(len(sizes)))
      devices = transposed(sizes, order)
    else:
      devices = [int(n) for n in match[2].split(",")]
  # Each axis falls into parts; a group differs in the parts that are named.
  refs = [(name, int(pre or 1), int(size) if size else dict(axes)[name])
          for name, pre, size in re.findall(r"'([^']*)'(?::\((\d+)\)(\d+))?", match[3])]
  parts = []
  for name, size in axes:
    cuts = {1, size}
    for ref in refs:
      if ref[0] == name:
        cuts |= {ref[1], ref[1] * ref[2]}
    cuts = sorted(cuts)
    parts += [(name, low, high // low) for low, high in zip(cuts, cuts[1:])]
    if size == 1:
      parts.append((name, 1, 1))
  named = [next(i for i, part in enumerate(parts) if part[:2] == ref[:2] or
                (part[0] == ref[0] and part[2] == ref[2] == 1)) for ref in refs]
  order = [i for i in range(len(parts)) if i not in named] + named
  places = transposed([part[2] for part in parts], order)
  return cut([devices[i] for i in places], math.prod(parts[i][2] for i in named))


def groups_of(attributes):
  """The groups in the text of a collective; None if this script cannot tell."""
  pairs = attributes.get("source_target_pairs")
  if pairs is not None:
    return None
  groups = attributes.get("replica_groups")
  if groups is None or groups["text"] == "{}":
    return []
  if "groups" in groups:
    return groups["groups"]
  if "dimensions" in groups:
    return cut(transposed(groups["reshape_dims"], groups["transpose_perm"]), groups["dimensions"][1])
  return mesh_groups(groups["text"])


def devices_in(groups, mode, replicas, partitions):
  """The groups as devices; those of the text if they name more than there are."""
  counts = {"cross_replica": replicas, "cross_replica_and_partition": replicas,
            "cross_partition": partitions, "flattened_id": replicas * partitions}
  groups = groups or [list(range(counts[mode]))]
  if any(n >= counts[mode] for group in groups for n in group):
    return groups
  if mode == "flattened_id":
    return groups
  if mode == "cross_replica_and_partition":
    return [[r * partitions + p for r in group for p in range(partitions)] for group in groups]
  if mode == "cross_replica":
    return [[r * partitions + p for r in group] for group in groups for p in range(partitions)]
  return [[r * partitions + p for p in group] for group in groups for r in range(replicas)]


class Checker:
  def __init__(self, binary, files):
    self.binary, self.errors, self.groups = binary, 0, collections.Counter()
    self.tables = {table: rows_of(binary, table, files) for table in
                   ("modules", "computations", "instructions", "edges", "collectives")}

  def expect(self, file, what, actual, expected):
    if actual != expected:
      self.errors += 1
      if self.errors <= 20:
        print(f"{file}: {what}: {actual}, expected {expected}")

  def check(self, file):
    done = subprocess.run([self.binary, "--to=json", file],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    rows = {table: of_file[file] for table, of_file in self.tables.items()}
    if done.returncode != 0:
      self.expect(file, "rows of a damaged file", sum(map(len, rows.values())), 0)
      return False
    module = json.loads(done.stdout)
    computations = module["computations"]
    instructions = [(c, i) for c in computations for i in c["instructions"]]
    self.expect(file, "modules", [(m["name"], m["computation_count"], m["instruction_count"],
                                   m["collective_count"]) for m in rows["modules"]],
                [(module["name"], len(computations), len(instructions), len(rows["collectives"]))])
    self.expect(file, "computations",
                [(r["id"], r["name"], r["instruction_count"], r["root_id"]) for r in rows["computations"]],
                [(c["id"], c["name"], len(c["instructions"]), c.get("root")) for c in computations])
    self.expect(file, "instructions",
                [(r["computation_id"], r["id"], r["name"], r["opcode"], r["operand_ids"], r["called_ids"],
                  r["dims"]) for r in rows["instructions"]],
                [(c["id"], i["id"], i["name"], i["opcode"], i["operands"], i.get("called_computations", []),
                  self.dims(i["shape"])) for c, i in instructions])
    self.expect(file, "edges", collections.Counter(r["kind"] for r in rows["edges"]),
                collections.Counter(kind for _, i in instructions for kind, key in
                                    (("operand", "operands"), ("control", "control_predecessors"),
                                     ("call", "called_computations")) for _ in i.get(key, [])))
    for row in rows["collectives"]:
      self.check_groups(file, row, module, computations)
    return True

  @staticmethod
  def dims(shape):
    if "dimensions" not in shape:
      return None
    return [-1 if d is None or d == "?" or (isinstance(d, int) and d < 0) else d for d in shape["dimensions"]]

  def check_groups(self, file, row, module, computations):
    operation = next(i for c in computations for i in c["instructions"] if i["name"] == row["operation"])
    groups = groups_of(operation.get("attributes", {}))
    if groups is None:
      return
    text = operation.get("attributes", {}).get("replica_groups", {}).get("text", "{}")
    if not groups and text != "{}":
      return
    kind = ("empty" if text == "{}" else "explicit" if text.startswith("{") else
            "mesh" if text.startswith("mesh") else "iota")
    self.groups[kind] += 1
    self.expect(file, f"groups of {row['operation']}, {text}", row["groups"],
                devices_in(groups, row["group_mode"], module["replica_count"], module["num_partitions"]))


def main():
  parser = argparse.ArgumentParser()
  parser.add_argument("--bin", required=True)
  parser.add_argument("--every", type=int, default=1)
  parser.add_argument("paths", nargs="+")
  flags = parser.parse_args()
  files = sorted(str(file) for path in map(pathlib.Path, flags.paths)
                 for file in ([path] if path.is_file() else path.rglob("*.hlo")))[::flags.every]
  checker = Checker(flags.bin, files)
  read = sum(checker.check(file) for file in files)
  counts = ", ".join(f"{count} {kind}" for kind, count in sorted(checker.groups.items()))
  print(f"{read} modules of {len(files)} files; groups: {counts}; {checker.errors} differences")
  return 1 if checker.errors or not read else 0


if __name__ == "__main__":
  sys.exit(main())
