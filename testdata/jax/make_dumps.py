"""Makes the dumps of this directory: compiles the programs of programs/ with JAX and keeps some of what XLA dumps.

    python make_dumps.py [--all] [PROGRAM]...

Run it with a Python that has jax 0.12 (CPU is enough). For each function that a program compiles it keeps the module as it
came from JAX (NAME-before.hlo), as it left the compiler (NAME-after.hlo), and some of what stood between the passes; the
functions of collectives.py run on 8 virtual devices, under Shardy and under GSPMD (NAME-gspmd-...). A dump above MAX_BYTES
is left out, and so is, without --all, one that is not here: those are here that reach code which no other text of testdata
reaches, by .ci/coverage. The expected outputs beside them are made by ../make_expected.py.

Each program is compiled under its bare file name, so that the metadata name no directory of the machine; a dump in which an
absolute path is found all the same stops the script.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MAX_BYTES = 200_000
# What is kept of the stages between first and last: suffix of our name, and what XLA's name of the dump contains.
BETWEEN = {
    "train_step": [("layout", ".after_layout-assignment.")],
    "attention": [("simplified", "layout_assignment.after_simplification.")],
    "convolution": [("layout", ".after_layout-assignment.")],
    "control_flow": [("layout", ".after_layout-assignment.")],
    "indexing": [("expanded", "post_scatter_expansion_simplification.after_pipeline-start.")],
    "numerics": [("packed", "SubbytePacker_pipeline.after_sub-byte-size-setter")],
    "linear_algebra": [],
    "collectives": [("propagated", ".after_sharding-propagation."), ("imported", ".after_shardy-xla."),
                    ("partitioned", ".after_spmd-partitioning."), ("combined", ".after_cpu-all-reduce-combiner.")],
}
PATH = re.compile(r'[" =:(](/[A-Za-z0-9_.-]+){2,}|site-packages|\.cache')


def run(program, partitioner, work):
  """Compiles one program and returns the directory with XLA's dumps."""
  source = (HERE / "programs" / f"{program}.py").read_text()
  dump = work / f"dump-{program}-{partitioner}"
  flags = f"--xla_dump_to={dump} --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*"
  if program == "collectives":
    flags += " --xla_force_host_platform_device_count=8"
  env = dict(os.environ, XLA_FLAGS=flags, JAX_PLATFORMS="cpu", PARTITIONER=partitioner)
  compiled = f"import sys; exec(compile(sys.stdin.read(), '{program}.py', 'exec'))"
  subprocess.run([sys.executable, "-c", compiled], input=source, text=True, cwd=work, env=env, check=True)
  return dump


def without_paths(path):
  """The text of a dump."""
  text = path.read_text()
  if PATH.search(text):
    raise SystemExit(f"{path.name} names a directory: {PATH.search(text).group(0)}")
  return text


def stage(file_name, program):
  """The suffix under which a dump is kept, or None."""
  if file_name.endswith(".before_optimizations.txt"):
    return "before"
  if file_name.endswith(".cpu_after_optimizations.txt"):
    return "after"
  return next((s for s, part in BETWEEN[program] if part in file_name and "buffer-assignment" not in file_name), None)


def write(path, text):
  if path.exists() or "--all" in sys.argv:
    path.write_text(text)


def keep(program, partitioner, dump):
  functions = set(re.findall(r"^def (\w+)\(|^  def (\w+)\(", (HERE / "programs" / f"{program}.py").read_text(), re.M))
  functions = {a or b for a, b in functions}
  for path in sorted(dump.glob("module_*.jit_*.txt")):
    name = re.match(r"module_\d+\.jit_(\w+)\.", path.name).group(1)
    suffix = stage(path.name, program)
    if name not in functions or suffix is None or path.stat().st_size > MAX_BYTES:
      continue
    text = without_paths(path)
    write(HERE / f"{name}{'-gspmd' if partitioner == 'gspmd' else ''}-{suffix}.hlo", text)


def main():
  with tempfile.TemporaryDirectory() as work:
    for program in [a for a in sys.argv[1:] if a != "--all"] or BETWEEN:
      for partitioner in ("shardy", "gspmd") if program == "collectives" else ("shardy",):
        keep(program, partitioner, run(program, partitioner, pathlib.Path(work)))


if __name__ == "__main__":
  main()
