"""Makes the dump folder jax/ anew: compiles ../jax/programs/pass_dump.py and keeps what XLA dumps of it.

    python make_dump.py

Run it with a Python that has jax 0.12 (CPU is enough). Stages are kept as they are. Of other files the names are what
matters: objects and options are emptied, as they hold machine code and paths, and folders are left out. The folder async/ is
written by hand: no compiler for CPUs makes asynchronous operations.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "jax" / "programs" / "pass_dump.py"


def main():
  with tempfile.TemporaryDirectory() as work:
    env = dict(os.environ, JAX_PLATFORMS="cpu",
               XLA_FLAGS=f"--xla_dump_to={work} --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*")
    subprocess.run([sys.executable, "-c", f"import sys; exec(compile(sys.stdin.read(), '{PROGRAM.name}', 'exec'))"],
                   input=PROGRAM.read_text(), text=True, cwd=work, env=env, check=True)
    folder = HERE / "jax"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in sorted(pathlib.Path(work).iterdir()):
      if path.is_dir():
        continue
      is_text = path.suffix == ".txt"
      (folder / path.name).write_bytes(path.read_bytes() if is_text else b"")


if __name__ == "__main__":
  main()
