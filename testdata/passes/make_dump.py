"""Makes the dump folders jax/ and jax_no_fusion/ anew: compiles ../jax/programs/pass_dump.py and keeps what XLA dumps of it.

    python make_dump.py

Run it with a Python that has jax 0.12 (CPU is enough). Stages are kept as they are. Of other files the names are what
matters: objects and options are emptied, as they hold machine code and paths, and folders are left out. jax_no_fusion/ is
compiled without the pass that fuses, and has only the stages of the first module. The folder async/ is written by hand: no
compiler for CPUs makes asynchronous operations.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE.parent / "jax" / "programs" / "pass_dump.py"


def make(name, flags, is_kept):
  with tempfile.TemporaryDirectory() as work:
    env = dict(os.environ, JAX_PLATFORMS="cpu",
               XLA_FLAGS=f"--xla_dump_to={work} --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.* {flags}")
    subprocess.run([sys.executable, "-c", f"import sys; exec(compile(sys.stdin.read(), '{PROGRAM.name}', 'exec'))"],
                   input=PROGRAM.read_text(), text=True, cwd=work, env=env, check=True)
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in sorted(pathlib.Path(work).iterdir()):
      if path.is_dir() or not is_kept(path.name):
        continue
      is_text = path.suffix == ".txt"
      (folder / path.name).write_bytes(path.read_bytes() if is_text else b"")


def main():
  make("jax", "", lambda name: True)
  make("jax_no_fusion", "--xla_disable_hlo_passes=fusion",
       lambda name: re.fullmatch(r"module_0000\.jit_train_step\.(\d{4}\..*|\w*_optimizations)\.txt", name))


if __name__ == "__main__":
  main()
