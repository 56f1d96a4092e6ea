"""Linear algebra by custom calls: Cholesky, triangular solve, QR, eigendecomposition, SVD, LU; random numbers; a host callback."""
import functools
import jax
import jax.numpy as jnp
from jax import lax


def cholesky_solve(a, b):
  l = jnp.linalg.cholesky(a)
  return lax.linalg.triangular_solve(l, b, left_side=True, lower=True), jax.scipy.linalg.cho_solve((l, True), b)


def cholesky_grad(a):
  return jax.grad(lambda a: jnp.sum(jnp.linalg.cholesky(a)))(a)


def eigen(a):
  return jnp.linalg.eigh(a)


def qr_and_svd(a):
  return jnp.linalg.qr(a), jnp.linalg.svd(a, full_matrices=False)


def lu_solve(a, b):
  return jnp.linalg.solve(a, b), jnp.linalg.det(a)


def threefry(key):
  a, b = jax.random.split(key)
  return jax.random.normal(a, (4,)), jax.random.randint(b, (3,), 0, 10), jax.random.permutation(a, 6)


def rbg(seed):
  key = jax.random.key(seed, impl="rbg")
  return jax.random.uniform(key, (4, 4)), jax.random.bernoulli(jax.random.fold_in(key, 1), 0.3, (5,))


def host_callback(x):
  shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
  jax.debug.print("sum {}", x.sum())
  return jax.pure_callback(lambda x: x, shape, x) + 1


def optimization_barrier(x, y):
  a, b = lax.optimization_barrier((x + y, x * y))
  return a - b


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
jax.jit(cholesky_solve).lower(f32((4, 4)), f32((4, 2))).compile()
jax.jit(cholesky_grad).lower(f32((3, 3))).compile()
jax.jit(eigen).lower(f32((5, 5))).compile()
jax.jit(qr_and_svd).lower(f32((5, 3))).compile()
jax.jit(lu_solve).lower(f32((4, 4)), f32((4,))).compile()
jax.jit(threefry).lower(jax.ShapeDtypeStruct((2,), jnp.uint32)).compile()
jax.jit(rbg).lower(jax.ShapeDtypeStruct((), jnp.int32)).compile()
jax.jit(host_callback).lower(f32((3,))).compile()
jax.jit(optimization_barrier).lower(f32((3,)), f32((3,))).compile()
