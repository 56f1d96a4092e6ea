"""Forty JAX programs for jaxlib_dumps_check.py: compiled, so that the XLA of this jaxlib dumps them.

    jaxlib_programs.py FOLDER
"""
import os
import sys

os.environ["XLA_FLAGS"] = (f"--xla_dump_to={sys.argv[1]} --xla_dump_hlo_as_text "
                           "--xla_force_host_platform_device_count=4")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402


def ones(*sizes):
    return jnp.ones(sizes, jnp.float32)


MATRIX = ones(16, 4)
INDICES = jnp.arange(5)
KEY = jax.random.PRNGKey(0)
PROGRAMS = [
    (jax.nn.softmax, ones(4, 8)),
    (lambda q, k, v: jax.nn.softmax(q @ k.T / 8.0) @ v, ones(16, 8), ones(16, 8), ones(16, 8)),
    (lambda w, x: jax.grad(lambda w: jnp.sum(jnp.tanh(x @ w) ** 2))(w), ones(8, 8), ones(4, 8)),
    (lambda x: lax.scan(lambda c, y: (c + y, c * y), 0.0, x), ones(16)),
    (lambda x: lax.while_loop(lambda c: c[0] < 10, lambda c: (c[0] + 1, c[1] * 2), (0, x)), ones(3)),
    (lambda a, x: lax.cond(a > 0, jnp.sin, jnp.cos, x), 1.0, ones(3)),
    (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), 1, ones(3)),
    (lambda x: (jnp.sort(x), jnp.argsort(x)), ones(32)),
    (lambda x: lax.top_k(x, 4), ones(32)),
    (lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME"), ones(2, 3, 8, 8), ones(4, 3, 3, 3)),
    (lambda x, w: lax.conv_general_dilated(x, w, (2, 1), "VALID", feature_group_count=3), ones(2, 3, 8, 8),
     ones(3, 1, 3, 3)),
    (lambda x, i: x[i], MATRIX, INDICES),
    (lambda x, i: x.at[i].add(1.0), MATRIX, INDICES),
    (lambda x, i: jax.ops.segment_sum(x, i, 4), ones(16), jnp.arange(16) % 4),
    (lambda x: jnp.cumsum(x, axis=1), ones(4, 16)),
    (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), ones(1, 8, 8, 3)),
    (lambda k: (jax.random.normal(k, (8,)), jax.random.uniform(k, (8,))), KEY),
    (lambda k: jax.random.permutation(k, 32), KEY),
    (jax.random.categorical, KEY, ones(4, 8)),
    (lambda x: (jnp.fft.fft(x), jnp.fft.rfft(x)), ones(16)),
    (jnp.linalg.cholesky, jnp.eye(4)),
    (jnp.linalg.solve, jnp.eye(4), ones(4)),
    (jnp.linalg.svd, ones(4, 3)),
    (jnp.linalg.eigh, jnp.eye(4)),
    (jax.scipy.linalg.solve_triangular, jnp.eye(4), ones(4, 2)),
    (lambda x, w: (x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)).astype(jnp.float32), ones(8, 8), ones(8, 8)),
    (lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.float32), ones(8)),
    (lambda x: (lax.population_count(x), lax.clz(x), x << 3, ~x), jnp.arange(8)),
    (lambda x, y: (x < y, x == y, jnp.isnan(x), jnp.sign(x)), ones(8), ones(8)),
    (lambda x: (lax.erf(x), lax.lgamma(x), lax.digamma(x), jnp.log1p(x), jnp.expm1(x)), ones(8)),
    (lambda x: jnp.exp(1j * x).real, ones(8)),
    (lambda x: (jnp.clip(x, -1, 1), jnp.where(x > 0, x, 0)), ones(8)),
    (lambda x: lax.pad(x, 0.0, ((1, 2, 1), (0, 0, 0))), ones(4, 4)),
    (lambda x, i: lax.dynamic_update_slice(x, lax.dynamic_slice(x, (i,), (3,)) * 2, (i + 1,)), ones(16), 2),
    (lambda a, b: jnp.einsum("bij,bjk->bik", a, b), ones(2, 4, 3), ones(2, 3, 5)),
    (lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5), MATRIX),
    (lambda x: jax.grad(jax.checkpoint(lambda x: jnp.sum(jnp.sin(jnp.sin(x)))))(x), ones(8)),
    (lambda x: jax.pure_callback(np.sin, jax.ShapeDtypeStruct((8,), jnp.float32), x), ones(8)),
    (lambda x: jax.vmap(lambda a: jnp.dot(a, a))(x), ones(4, 8)),
]

for program, *arguments in PROGRAMS:
    jax.jit(program).lower(*arguments).compile()
mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("a", "b"))
sharding = NamedSharding(mesh, PartitionSpec("a", "b"))
jax.jit(lambda x, y: (x @ y).sum(0), in_shardings=(sharding, sharding)).lower(ones(8, 8), ones(8, 8)).compile()
