"""Programs for GPUs and TPUs: training on several devices, attention, convolution, a ring, a Pallas kernel.

Each is a function of the devices, and returns what to compile and its arguments.
"""
import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def value(shape, dtype, mesh, *spec):
  return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


def sharded_step(devices):
  """A step of training: the batch and the columns of the first weights are split."""
  mesh = Mesh(np.array(devices[:4]).reshape(2, 2), ("data", "model"))

  def loss(w, x):
    return jnp.mean(jnp.square(jax.nn.gelu(x @ w[0]) @ w[1]).astype(jnp.float32))

  def step(w, x):
    return jax.tree.map(lambda a, g: a - 0.1 * g.astype(a.dtype), w, jax.grad(loss)(w, x))

  weights = (value((256, 512), jnp.bfloat16, mesh, None, "model"), value((512, 256), jnp.bfloat16, mesh, "model", None))
  return step, (weights, value((128, 256), jnp.bfloat16, mesh, "data", None))


def attention(devices):
  mesh = Mesh(np.array(devices[:1]), ("one",))

  def attend(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8
    mask = jnp.tril(jnp.ones((128, 128), bool))
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e9)), v)

  return attend, (value((2, 128, 4, 64), jnp.bfloat16, mesh),) * 3


def convolution_gradient(devices):
  mesh = Mesh(np.array(devices[:1]), ("one",))

  def loss(w, x):
    y = lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jnp.sum(lax.reduce_window(jax.nn.relu(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"))

  return jax.grad(loss), (value((3, 3, 8, 16), jnp.float32, mesh), value((4, 32, 32, 8), jnp.float32, mesh))


def ring(devices):
  """Each device sends its part on while it multiplies it."""
  mesh = Mesh(np.array(devices[:4]), ("ring",))
  there = [(i, (i + 1) % 4) for i in range(4)]

  @functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P("ring")), out_specs=P("ring"), check_vma=False)
  def multiply(x, w):
    def body(_, carry):
      part, total = carry
      return lax.ppermute(part, "ring", there), total + x @ part
    return lax.fori_loop(0, 4, body, (w, jnp.zeros((64, 128), jnp.float32)))[1]

  return multiply, (value((256, 64), jnp.float32, mesh, "ring"), value((256, 128), jnp.float32, mesh, "ring"))


def kernel(devices):
  """A kernel of Pallas, which a module holds in a backend_config."""
  mesh = Mesh(np.array(devices[:1]), ("one",))

  def add(x_ref, y_ref, sum_ref):
    sum_ref[...] = x_ref[...] + y_ref[...]

  def call(x, y):
    return pl.pallas_call(add, out_shape=jax.ShapeDtypeStruct((8, 128), jnp.float32))(x, y) * 2

  return call, (value((8, 128), jnp.float32, mesh),) * 2


PROGRAMS = {f.__name__: f for f in (sharded_step, attention, convolution_gradient, ring, kernel)}
