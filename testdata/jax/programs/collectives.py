"""Eight devices: shard_map collectives, jit with NamedSharding under Shardy and under GSPMD, partial replication, a sharded step."""
import functools
import os
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

jax.config.update("jax_use_shardy_partitioner", os.environ["PARTITIONER"] == "shardy")
MESH = Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))
f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)


def sharded(shape, spec):
  return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=NamedSharding(MESH, spec))


def shard(f, in_specs, out_specs):
  g = jax.shard_map(f, mesh=MESH, in_specs=in_specs, out_specs=out_specs, check_vma=False)
  g.__name__ = f.__name__
  return jax.jit(g)


def psum_and_mean(x):
  return lax.psum(x, "model"), lax.pmean(x, ("data", "model")), lax.pmax(x, "data")


def all_gather(x):
  return lax.all_gather(x, "model", tiled=True)


def reduce_scatter(x):
  return lax.psum_scatter(x, "model", scatter_dimension=0, tiled=True)


def ring_permute(x):
  step = lax.ppermute(x, "model", [(i, (i + 1) % 4) for i in range(4)])
  return x + step, lax.axis_index("data")


def all_to_all(x):
  return lax.all_to_all(x, "model", split_axis=1, concat_axis=0, tiled=True)


def ring_matmul(x, w):
  def body(i, carry):
    acc, w = carry
    acc = acc + x @ w
    return acc, lax.ppermute(w, "model", [(j, (j + 1) % 4) for j in range(4)])
  return lax.fori_loop(0, 4, body, (jnp.zeros((x.shape[0], w.shape[1])), w))[0]


def sharded_matmul(x, w):
  y = lax.with_sharding_constraint(x @ w, NamedSharding(MESH, P("data", None)))
  return jax.nn.relu(y)


def sharded_train_step(w1, w2, x):
  def loss(w1, w2):
    h = lax.with_sharding_constraint(jnp.tanh(x @ w1), NamedSharding(MESH, P("data", "model")))
    return jnp.mean((h @ w2) ** 2)
  value, (g1, g2) = jax.value_and_grad(loss, argnums=(0, 1))(w1, w2)
  return w1 - 0.1 * g1, w2 - 0.1 * g2, value


def sharded_sort(x):
  return jnp.sort(x, axis=0), jnp.cumsum(x, axis=1), x.T


def sharded_scan(w, x):
  return lax.scan(lambda c, w: (jnp.tanh(c @ w), jnp.sum(c)), x, w)


def pipeline_tuple(x, y):
  return {"sum": x + y, "outer": x[:, None] * y[None, :]}


shard(psum_and_mean, P("data", "model"), (P("data"), P(), P(None, "model"))).lower(f32((4, 8))).compile()
shard(all_gather, P(("data", "model")), P("data")).lower(f32((16, 2))).compile()
shard(reduce_scatter, P("data", None), P(("data", "model"), None)).lower(f32((16, 2))).compile()
shard(ring_permute, P("data", "model"), (P("data", "model"), P())).lower(f32((4, 8))).compile()
shard(all_to_all, P(("data", "model"), None), P("data", "model")).lower(f32((16, 8))).compile()
shard(ring_matmul, (P("data", None), P("model", None)), P("data")).lower(f32((4, 6)), f32((24, 3))).compile()
jax.jit(sharded_matmul).lower(sharded((8, 16), P("data", "model")), sharded((16, 4), P("model", None))).compile()
jax.jit(sharded_train_step, donate_argnums=(0, 1)).lower(
    sharded((16, 32), P(None, "model")), sharded((32, 4), P("model", None)), sharded((8, 16), P("data"))).compile()
jax.jit(sharded_sort).lower(sharded((8, 8), P("data", "model"))).compile()
jax.jit(sharded_scan).lower(sharded((3, 8, 8), P(None, "model", None)), sharded((4, 8), P("data", None))).compile()
jax.jit(pipeline_tuple, out_shardings=NamedSharding(MESH, P("model"))).lower(
    sharded((8,), P("data")), sharded((8,), P(("model", "data")))).compile()
