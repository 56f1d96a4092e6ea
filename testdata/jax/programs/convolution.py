"""Convolution: forward, gradients, dilated, grouped, transposed; pooling and its gradient; reduce_window, cumulative sums."""
import functools
import jax
import jax.numpy as jnp
from jax import lax

DN = ("NHWC", "HWIO", "NHWC")


def conv2d(x, w):
  return lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=DN)


def conv2d_grad(x, w):
  return jax.grad(lambda x, w: jnp.sum(jax.nn.relu(conv2d(x, w))), argnums=(0, 1))(x, w)


def conv1d_dilated_grouped(x, w):
  return lax.conv_general_dilated(x, w, (1,), [(3, 1)], lhs_dilation=(2,), rhs_dilation=(3,),
                                  dimension_numbers=("NCH", "OIH", "NCH"), feature_group_count=2)


def conv3d_transpose(x, w):
  return lax.conv_transpose(x, w, (2, 2, 2), "VALID", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"),
                            precision=lax.Precision.HIGHEST)


def max_pool_grad(x):
  def pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
  return jax.grad(lambda x: jnp.sum(pool(x)))(x)


def avg_pool(x):
  return lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME", window_dilation=(1, 2, 1, 1)) / 9


def cumulative(x):
  return jnp.cumsum(x, axis=1), lax.cummax(x, axis=0), lax.cumlogsumexp(x, axis=1, reverse=True), jnp.cumprod(x)


def lenet(params, x):
  w1, w2, w3 = params
  x = avg_pool(jax.nn.relu(conv2d(x, w1)))
  x = jax.nn.relu(conv2d(x, w2))
  return jax.nn.softmax(x.reshape(x.shape[0], -1) @ w3)


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
jax.jit(conv2d).lower(f32((2, 9, 9, 3)), f32((3, 3, 3, 8))).compile()
jax.jit(conv2d_grad).lower(f32((2, 9, 9, 3)), f32((3, 3, 3, 8))).compile()
jax.jit(conv1d_dilated_grouped).lower(f32((2, 4, 20)), f32((6, 2, 3))).compile()
jax.jit(conv3d_transpose).lower(f32((1, 4, 4, 4, 2)), f32((2, 2, 2, 2, 3))).compile()
jax.jit(max_pool_grad).lower(f32((2, 8, 8, 3))).compile()
jax.jit(avg_pool).lower(f32((2, 8, 8, 3))).compile()
jax.jit(cumulative).lower(f32((4, 6))).compile()
jax.jit(lenet).lower([f32((3, 3, 1, 4)), f32((3, 3, 4, 8)), f32((32, 10))], f32((2, 8, 8, 1))).compile()
