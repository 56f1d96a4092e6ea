"""The same programs traced twice, under other names, on other lines and behind another prelude.

    python3 traced_twice.py DIRECTORY

writes DIRECTORY/NAME-before.TRACE.txt and NAME-after.TRACE.txt, the dumps of XLA before and after optimisation of
each program, for TRACE first and second. Each trace is a process of its own: XLA numbers names from what it met before.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

PROGRAMS = """
@jax.jit
def LAYER(X, W, B):
  return jnp.tanh(X @ W + B)

def mlp_step(W1, B1, W2, X, Y):
  def LOSS(W1, B1, W2):
    return jnp.mean((LAYER(X, W1, B1) @ W2 - Y) ** 2)
  LOSSVALUE, GRADS = jax.value_and_grad(LOSS, argnums=(0, 1, 2))(W1, B1, W2)
  return [P - 0.125 * G for P, G in zip((W1, B1, W2), GRADS)], LOSSVALUE

def scan_while(W, X):
  def STEP(C, _):
    C = LAYER(C, W, 0.5)
    return C, jnp.sum(C)
  X, SUMS = lax.scan(STEP, X, None, length=4)
  return lax.while_loop(lambda S: jnp.max(S) > 1e-3, lambda S: S * 0.75, X), SUMS

def branches(I, X):
  X = lax.cond(jnp.sum(X) > 1.0, lambda X: X * 2, lambda X: -X, X)
  return lax.switch(I, [jnp.sin, jnp.cos, lambda X: X ** 3], X)

def ring(X):
  S = lax.ppermute(X, "i", [(J, (J + 1) % 8) for J in range(8)])
  return lax.psum(X * S + 0.25, "i"), lax.all_gather(S, "i", tiled=True)
"""
NAMES = re.findall(r"^def ([a-z_]+)", PROGRAMS, re.M)

PRELUDE = """
import jax, jax.numpy as jnp, numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P_
"""

CALLS = """
F32 = lambda *dims: jax.ShapeDtypeStruct(dims, jnp.float32)
MESH = Mesh(np.array(jax.devices()), ("i",))
ring_ = jax.shard_map(ring, mesh=MESH, in_specs=P_("i"), out_specs=(P_("i"), P_()), check_vma=False)
ring_.__name__ = "ring"
COMPILE = [
  lambda: jax.jit(mlp_step).lower(F32(4, 8), F32(8), F32(8, 2), F32(3, 4), F32(3, 2)).compile(),
  lambda: jax.jit(scan_while).lower(F32(8, 8), F32(3, 8)).compile(),
  lambda: jax.jit(branches).lower(jax.ShapeDtypeStruct((), jnp.int32), F32(12)).compile(),
  lambda: jax.jit(ring_).lower(F32(16, 4)).compile(),
]
"""


def renamed(text):
  """`text` with every name in capitals replaced by another.

  Some are those that XLA gives to instructions, which then get other numbers.
  """
  own = sorted(set(re.findall(r"\b[A-Z][A-Z0-9]*\b", text)))
  taken = ["add", "mul", "tanh", "reduce_sum", "sub", "dot_general", "copy", "fusion", "broadcast_in_dim", "sin"]
  others = taken + ["other_%d" % i for i in range(len(own))]
  return re.sub(r"\b[A-Z][A-Z0-9]*\b", lambda m: others[own.index(m[0])], text)


def trace(which):
  first = which == "first"
  program = PROGRAMS if first else "\n# Moved down.\n" * 20 + "\n\n" + renamed(PROGRAMS)
  scope = {}
  for text, path in ((PRELUDE, "prelude.py"), (program, "model.py" if first else "package/other_model.py"),
                     (CALLS, "calls.py" if first else "main.py")):
    exec(compile(text, path, "exec"), scope)
  if not first:
    scope["jax"].jit(lambda x: x * 2 + 1)(scope["jnp"].ones(3)).block_until_ready()
  for compile_ in scope["COMPILE"] if first else reversed(scope["COMPILE"]):
    compile_()


def dump(which, directory):
  with tempfile.TemporaryDirectory() as dumps:
    flags = "--xla_force_host_platform_device_count=8 --xla_dump_hlo_as_text --xla_dump_to=" + dumps
    subprocess.run([sys.executable, __file__, "--trace", which], check=True, env=dict(os.environ, XLA_FLAGS=flags))
    for name in NAMES:
      for stage, pattern in (("before", "before_optimizations"), ("after", "*after_optimizations")):
        [path] = glob.glob("%s/*jit_%s.%s.txt" % (dumps, name, pattern))
        with open(path) as source, open("%s/%s-%s.%s.txt" % (directory, name, stage, which), "w") as target:
          target.write(source.read())


if __name__ == "__main__":
  if sys.argv[1] == "--trace":
    trace(sys.argv[2])
  else:
    for which in ("first", "second"):
      dump(which, sys.argv[1])
