"""Indexing and sorting: gather, scatter, segment sums, sort, argsort, top_k, unique, histograms, dynamic slices, padding."""
import functools
import jax
import jax.numpy as jnp
from jax import lax


def sort_pairs(keys, values):
  return lax.sort((keys, values), num_keys=1), jnp.argsort(keys, descending=True)


def lexicographic(a, b, c):
  return lax.sort((a, b, c), dimension=0, is_stable=True, num_keys=2)


def top_k(x):
  return lax.top_k(x, 3)


def approximate_top_k(x):
  return lax.approx_max_k(x, 4)


def segment_statistics(data, ids):
  return (jax.ops.segment_sum(data, ids, 5), jax.ops.segment_max(data, ids, 5),
          jax.ops.segment_prod(data, ids, 5, indices_are_sorted=True))


def gather_nd(x, i, j):
  return x[i, :, j], x[i[:, None], j[None, :]].sum(1), x[::2, 1:, ::-1]


def batched_gather(x, idx):
  return jax.vmap(lambda r, k: r[k])(x, idx)


def scatter_updates(x, i, v):
  return (x.at[i].set(v), x.at[i].add(v, unique_indices=True, indices_are_sorted=True), x.at[i].multiply(v, mode="drop"),
          x.at[i].min(v, mode="promise_in_bounds"))


def histogram(x):
  return jnp.histogram(x, bins=6, range=(0.0, 1.0))[0], jnp.bincount((x * 5).astype(jnp.int32), length=6)


def pad_and_concatenate(x, y):
  padded = lax.pad(x, jnp.float32(1), [(1, 2, 0), (0, -1, 2)])
  return padded, jnp.concatenate([x, y, x], axis=1), jnp.roll(x, 2, axis=0), jnp.rot90(y)


def median_and_quantiles(x):
  return jnp.median(x, axis=0), jnp.quantile(x, jnp.array([0.1, 0.5, 0.9]), axis=1)


def searchsorted(table, x):
  return jnp.searchsorted(table, x), jnp.interp(x, table, table ** 2)


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
i32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.int32)
jax.jit(sort_pairs).lower(f32((16,)), i32((16,))).compile()
jax.jit(lexicographic).lower(i32((12, 2)), f32((12, 2)), jax.ShapeDtypeStruct((12, 2), jnp.bfloat16)).compile()
jax.jit(top_k).lower(f32((4, 20))).compile()
jax.jit(approximate_top_k).lower(f32((2, 64))).compile()
jax.jit(segment_statistics).lower(f32((10, 3)), i32((10,))).compile()
jax.jit(gather_nd).lower(f32((6, 5, 4)), i32((3,)), i32((3,))).compile()
jax.jit(batched_gather).lower(f32((3, 8, 2)), i32((3, 4))).compile()
jax.jit(scatter_updates).lower(f32((10,)), i32((4,)), f32((4,))).compile()
jax.jit(histogram).lower(f32((30,))).compile()
jax.jit(pad_and_concatenate).lower(f32((4, 3)), f32((4, 2))).compile()
jax.jit(median_and_quantiles).lower(f32((5, 6))).compile()
jax.jit(searchsorted).lower(f32((16,)), f32((5,))).compile()
