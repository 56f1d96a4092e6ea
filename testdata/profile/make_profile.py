"""Makes this folder's files anew: runs scanned_step.py, and keeps what XLA dumps of it and measures.

    python make_profile.py

Run it with a Python that has jax 0.12 (CPU is enough). Dumps are kept as they are. The profile also has what Python did, with
paths of the machine, which is left out: planes without an event of an instruction, and lines and names that have none.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "tests" / "checks"))
from proto_wire import read_varint, varint  # noqa: E402, behind the path

PROGRAM = HERE / "scanned_step.py"
STAGE = "module_0000.jit_scanned_step.cpu_after_optimizations"
KEPT = [".txt", ".hlo.pb", "-buffer-assignment.txt", "-memory-usage-report.txt", "-live-range.txt"]


def fields(data):
  """(number, value, bytes of the field) of a message."""
  at = 0
  while at < len(data):
    begin = at
    tag, at = read_varint(data, at)
    if tag & 7 == 0:
      value, at = read_varint(data, at)
    else:
      size = {1: 8, 5: 4}.get(tag & 7)
      if size is None:
        size, at = read_varint(data, at)
      value = data[at:at + size]
      at += size
    yield tag >> 3, value, data[begin:at]


def message(number, content):
  return varint(number << 3 | 2) + varint(len(content)) + content


def only(data, keep):
  return b"".join(raw for number, value, raw in fields(data) if keep(number, value))


def slim_plane(plane):
  """The plane with the lines that have an hlo_op, and the names they use; b"" if there is none."""
  stat_names = {}
  for number, value, _ in fields(plane):
    if number == 5:
      entry = dict((n, v) for n, v, _ in fields(value))
      stat_names[entry.get(1, 0)] = dict((n, v) for n, v, _ in fields(entry[2])).get(2, b"")
  wanted = {i for i, name in stat_names.items()
            if name in (b"hlo_op", b"hlo_module", b"program_id", b"run_id")}

  def stats_of(event):
    return [dict((n, v) for n, v, _ in fields(value)) for number, value, _ in fields(event) if number == 4]

  def is_measured(event):
    return any(stat_names.get(stat.get(1, 0)) == b"hlo_op" for stat in stats_of(event))

  used_stats, used_events = set(wanted), set()
  lines = b""
  for number, line, _ in fields(plane):
    if number != 3:
      continue
    kept = b""
    for n, value, raw in fields(line):
      if n != 4:
        kept += raw
      elif is_measured(value):
        used_events.add(dict((k, v) for k, v, _ in fields(value)).get(1, 0))
        used_stats |= {stat[7] for stat in stats_of(value) if stat.get(1, 0) in wanted and 7 in stat}
        kept += message(4, only(value, lambda k, v: k != 4 or dict(
            (a, b) for a, b, _ in fields(v)).get(1, 0) in wanted))
    if kept != only(line, lambda k, v: k != 4):
      lines += message(3, kept)
  if not lines:
    return b""
  is_used = {4: used_events, 5: used_stats}
  return lines + only(plane, lambda k, v: k in (1, 2) or (
      k in is_used and dict((a, b) for a, b, _ in fields(v)).get(1, 0) in is_used[k]))


def slim(space):
  planes = (slim_plane(value) for number, value, _ in fields(space) if number == 1)
  return b"".join(message(1, plane) for plane in planes if plane)


def main():
  with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    flags = f"--xla_dump_to={work} --xla_dump_hlo_as_text --xla_dump_hlo_as_proto --xla_dump_hlo_module_re=.*scanned_step.*"
    env = dict(os.environ, JAX_PLATFORMS="cpu", XLA_FLAGS=flags)
    subprocess.run([sys.executable, "-c", f"import sys; exec(compile(sys.stdin.read(), '{PROGRAM.name}', 'exec'))", work / "trace"],
                   input=PROGRAM.read_text(), text=True, cwd=work, env=env, check=True)
    for suffix in KEPT:
      found, = work.glob(f"*.jit_scanned_step.cpu_after_optimizations{suffix}")
      shutil.copyfile(found, HERE / (STAGE + suffix))
    profile, = work.glob("trace/plugins/profile/*/*.xplane.pb")
    (HERE / "scanned_step.xplane.pb").write_bytes(slim(profile.read_bytes()))


if __name__ == "__main__":
  main()
