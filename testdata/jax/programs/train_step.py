"""Training: an MLP with SGD with momentum and with Adam, donated buffers, batch norm, remat."""
import functools
import jax
import jax.numpy as jnp
from jax import lax


def mlp(params, x):
  for w, b in params[:-1]:
    x = jax.nn.relu(x @ w + b)
  w, b = params[-1]
  return x @ w + b


def loss(params, x, labels):
  logits = jax.nn.log_softmax(mlp(params, x))
  return -jnp.mean(jnp.sum(logits * jax.nn.one_hot(labels, 10), axis=-1))


def mlp_sgd_step(params, velocity, x, labels):
  value, grads = jax.value_and_grad(loss)(params, x, labels)
  velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
  params = jax.tree.map(lambda p, v: p - 0.1 * v, params, velocity)
  return params, velocity, value


def mlp_adam_step(params, m, v, step, x, labels):
  grads = jax.grad(loss)(params, x, labels)
  step = step + 1
  m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, grads)
  v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, grads)
  t = step.astype(jnp.float32)

  def update(p, a, b):
    return p - 1e-3 * (a / (1 - 0.9 ** t)) / (jnp.sqrt(b / (1 - 0.999 ** t)) + 1e-8)

  return jax.tree.map(update, params, m, v), m, v, step


def batch_norm_train(x, scale, offset):
  mean = jnp.mean(x, axis=(0, 1, 2))
  var = jnp.var(x, axis=(0, 1, 2))
  return (x - mean) * lax.rsqrt(var + 1e-5) * scale + offset, mean, var


@jax.checkpoint
def remat_block(x, w):
  return jnp.sin(jnp.tanh(x @ w))


def remat_grad(x, w):
  return jax.grad(lambda x, w: jnp.sum(remat_block(remat_block(x, w), w)), argnums=1)(x, w)


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
PARAMS = [(f32((16, 32)), f32((32,))), (f32((32, 10)), f32((10,)))]
X, Y = f32((8, 16)), jax.ShapeDtypeStruct((8,), jnp.int32)
jax.jit(mlp_sgd_step, donate_argnums=(0, 1)).lower(PARAMS, PARAMS, X, Y).compile()
jax.jit(mlp_adam_step, donate_argnums=(0, 1, 2, 3)).lower(
    PARAMS, PARAMS, PARAMS, jax.ShapeDtypeStruct((), jnp.int32), X, Y).compile()
jax.jit(batch_norm_train).lower(f32((4, 6, 6, 3)), f32((3,)), f32((3,))).compile()
jax.jit(remat_grad).lower(f32((4, 8)), f32((8, 8))).compile()
