"""A training step and a loop, small, for dumps of every pass: ../../passes/make_dump.py."""
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_traceback_in_locations_limit", 0)


def loss(w, x, y):
  return jnp.mean((jnp.tanh(x @ w) - y) ** 2)


def train_step(w, x, y):
  return w - 0.1 * jax.grad(loss)(w, x, y)


def count_up(n, step):
  return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + step, s[1] * 2.0), (jnp.int32(0), jnp.float32(1)))


def f32(*shape):
  return jax.ShapeDtypeStruct(shape, jnp.float32)


def s32(*shape):
  return jax.ShapeDtypeStruct(shape, jnp.int32)


jax.jit(train_step).lower(f32(8, 4), f32(16, 8), f32(16, 4)).compile()
jax.jit(count_up).lower(s32(), s32()).compile()
