"""Runs hlo-view on what JAX programs dump and measure: every event of an instruction is on one
instruction of its module, buffers of texts and protos are the same and as many bytes as XLA reports,
and they are alive as long as XLA reports.

    HLO_JAX_PYTHON=PYTHON measured_jax_check.py --view build/hlo-view \\
        --programs testdata/jax/programs --work DIR

HLO_JAX_PYTHON is a Python with JAX; default: the Python that runs this. Skipped without JAX.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIP = 77
PROGRAMS = ["control_flow.py", "train_step.py"]

# Runs the program at argv[1] in a profile, and what it compiles, twice; writes the number of events
# by module and program.
RUN = """
import json, pathlib, sys
import jax, jax.numpy as jnp

program, work = sys.argv[1:]
source = compile(open(program).read(), "program.py", "exec")

compile_only = jax.stages.Lowered.compile
def compile_and_run(lowered, *words, **options):
  compiled = compile_only(lowered, *words, **options)
  for _ in range(2):
    args, kwargs = jax.tree.map(lambda info: jnp.ones(info.shape, info.dtype), lowered.args_info)
    jax.block_until_ready(compiled(*args, **kwargs))
  return compiled
jax.stages.Lowered.compile = compile_and_run

with jax.profiler.trace(work):
  exec(source, {"__name__": "program"})

[path] = pathlib.Path(work).glob("plugins/profile/*/*.xplane.pb")
events = {}
for plane in jax.profiler.ProfileData.from_file(str(path)).planes:
  for line in plane.lines:
    for event in line.events:
      stats = dict(event.stats)
      if "hlo_op" in stats:
        key = f"{stats['hlo_module']} {stats['program_id']}"
        events[key] = events.get(key, 0) + 1
print(json.dumps({"profile": str(path), "events": events}))
"""


def page_data(view, *words):
    html = subprocess.run([view, *words], check=True, capture_output=True, text=True).stdout
    return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.S)[1])


def buffers_of(data):
    return [computation["timeline"]["buffers"] for computation in data["computations"] if "timeline" in computation]


def check_module(view, stem, profile, work, counts):
    """Returns the number of events; adds to `counts`."""
    text = page_data(view, f"--profile={profile}", f"{stem}.txt")
    buffers, times = text["buffers"], text["profile"]
    assert buffers["total"] == sum(total for _, total in buffers["reported"]), stem
    assert "ranges" in buffers, stem
    assert times["unmatched"] == [], (stem, times["unmatched"])
    counts["events"] += times["events"]
    counts["bytes"] += buffers["total"]
    proto = page_data(view, f"{stem}.hlo.pb")
    assert proto["buffers"]["allocations"] == buffers["allocations"], stem
    # Without XLA's ranges, they follow from the module.
    alone = work / "alone.hlo.pb"
    shutil.copyfile(f"{stem}.hlo.pb", alone)
    own = page_data(view, alone)
    assert "ranges" not in own["buffers"]
    for theirs, ours in zip(buffers_of(proto), buffers_of(own)):
        counts["ranges"] += len(theirs)
        assert theirs == ours, (stem, [(a, b) for a, b in zip(theirs, ours) if a != b])
    return times["events"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--view", required=True, type=pathlib.Path)
    parser.add_argument("--programs", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    python = os.environ.get("HLO_JAX_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import jax"], stderr=subprocess.DEVNULL).returncode != 0:
        print("JAX is not installed")
        return SKIP
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    counts = collections.Counter()
    for name in PROGRAMS:
        folder = arguments.work / name
        folder.mkdir()
        flags = f"--xla_dump_to={folder} --xla_dump_hlo_as_text --xla_dump_hlo_as_proto"
        ran = subprocess.run([python, "-c", RUN, arguments.programs / name, folder], check=True, capture_output=True,
                             text=True, env=dict(os.environ, JAX_PLATFORMS="cpu", XLA_FLAGS=flags))
        ran = json.loads(ran.stdout.splitlines()[-1])  # the program may print, too
        # JAX's own small programs share names.
        programs = collections.Counter(key.split()[0] for key in ran["events"])
        number_of = {key.split()[0]: number for key, number in ran["events"].items()}
        for path in sorted(folder.glob("*_after_optimizations.txt")):
            module = re.fullmatch(r"module_\d+\.(.*)\.\w*_after_optimizations", path.stem)[1]
            if programs[module] != 1:
                continue
            events = check_module(arguments.view, path.with_suffix(""), ran["profile"], arguments.work, counts)
            assert events == number_of[module], (path.name, events, number_of[module])
            counts["modules"] += 1
    print(", ".join(f"{number} {what}" for what, number in counts.items()))


if __name__ == "__main__":
    sys.exit(main())
