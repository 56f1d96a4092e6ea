"""Control flow: while, fori, scan, cond, switch, an LSTM over time, nested loops, Newton's method, a custom derivative."""
import functools
import jax
import jax.numpy as jnp
from jax import lax


def collatz(n):
  return lax.while_loop(lambda s: s[0] != 1, lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1), (n, 0))


def power_iteration(a, x):
  def body(_, x):
    y = a @ x
    return y / jnp.linalg.norm(y)
  return lax.fori_loop(0, 20, body, x)


def piecewise(x, which):
  big = lax.cond(jnp.sum(x) > 1.0, lambda x: x * 2, lambda x: -x, x)
  return lax.switch(which, [jnp.sin, jnp.cos, lambda x: x ** 3, jnp.zeros_like], big)


def lstm(params, xs, h, c):
  wx, wh, b = params

  def cell(carry, x):
    h, c = carry
    i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4, axis=-1)
    c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return (h, c), h

  return lax.scan(cell, (h, c), xs)


def lstm_grad(params, xs, h, c):
  return jax.grad(lambda p: jnp.sum(lstm(p, xs, h, c)[1]))(params)


def reverse_scan(xs):
  return lax.scan(lambda c, x: (c * 0.5 + x, c), jnp.float32(0), xs, reverse=True)


def nested_loops(grid):
  def row(i, g):
    return lax.fori_loop(0, g.shape[1], lambda j, g: g.at[i, j].add(jnp.float32(i * j)), g)
  return lax.fori_loop(0, grid.shape[0], row, grid)


@jax.custom_vjp
def clip_gradient(x):
  return x


clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1.0, 1.0),))


def newton_sqrt(x):
  def cond(s):
    guess, previous, n = s
    return (jnp.abs(guess - previous) > 1e-6) & (n < 50)
  def body(s):
    guess, _, n = s
    return 0.5 * (guess + x / guess), guess, n + 1
  return lax.while_loop(cond, body, (x, x + 1, 0))[0], jax.grad(lambda x: clip_gradient(x) ** 4)(x)


def vmapped_cond(xs):
  return jax.vmap(lambda x: lax.cond(x > 0, jnp.log1p, jnp.expm1, x))(xs)


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
i32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.int32)
LSTM = ((f32((8, 64)), f32((16, 64)), f32((64,))), f32((12, 2, 8)), f32((2, 16)), f32((2, 16)))
jax.jit(collatz).lower(i32(())).compile()
jax.jit(power_iteration).lower(f32((6, 6)), f32((6,))).compile()
jax.jit(piecewise).lower(f32((5,)), i32(())).compile()
jax.jit(lstm).lower(*LSTM).compile()
jax.jit(lstm_grad).lower(*LSTM).compile()
jax.jit(reverse_scan).lower(f32((9,))).compile()
jax.jit(nested_loops).lower(f32((4, 5))).compile()
jax.jit(newton_sqrt).lower(f32(())).compile()
jax.jit(vmapped_cond).lower(f32((7,))).compile()
