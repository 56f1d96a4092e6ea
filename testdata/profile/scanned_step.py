"""A training step with a loop in both directions, profiled; make_profile.py runs it."""
import sys

import jax
import jax.numpy as jnp


def layer(x, w):
  return jnp.tanh(x @ w), ()


def loss(ws, x, y):
  out, _ = jax.lax.scan(layer, x, ws)
  return jnp.mean((out - y) ** 2)


@jax.jit
def scanned_step(ws, x, y):
  value, grads = jax.value_and_grad(loss)(ws, x, y)
  return value, ws - 0.1 * grads


def main(folder):
  ws = jnp.full((4, 64, 64), 0.01, jnp.float32)
  x = jnp.ones((32, 64), jnp.float32)
  y = jnp.zeros((32, 64), jnp.float32)
  jax.block_until_ready(scanned_step(ws, x, y))
  with jax.profiler.trace(folder):
    for _ in range(3):
      _, ws = scanned_step(ws, x, y)
    jax.block_until_ready(ws)


main(sys.argv[1])
