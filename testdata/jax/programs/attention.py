"""Attention: multi-head with a causal mask, its gradient, a transformer scanned over its layers, embeddings."""
import functools
import jax
import jax.numpy as jnp
from jax import lax


def causal_attention(q, k, v):
  scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(q.shape[-1])
  mask = jnp.tril(jnp.ones((q.shape[1], k.shape[1]), bool))
  weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)
  return jnp.einsum("bhqk,bkhd->bqhd", weights, v)


def attention_grad(q, k, v):
  return jax.grad(lambda *a: jnp.sum(causal_attention(*a)), argnums=(0, 1, 2))(q, k, v)


def embedding_lookup(table, ids):
  return jnp.take(table, ids, axis=0)


def embedding_grad(table, ids, weight):
  return jax.grad(lambda t: jnp.sum(embedding_lookup(t, ids) * weight))(table)


def norm(x, g):
  return x * lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6) * g


def block(x, layer):
  wqkv, wo, w1, w2, g1, g2 = layer
  h = norm(x, g1)
  q, k, v = jnp.split((h @ wqkv).reshape(*x.shape[:2], 4, -1), 3, axis=-1)
  x = x + causal_attention(q, k, v).reshape(x.shape) @ wo
  return x + jax.nn.gelu(norm(x, g2) @ w1) @ w2, None


def transformer_scan(layers, table, ids):
  x, _ = lax.scan(block, embedding_lookup(table, ids), layers)
  return x @ table.T


def transformer_grad(layers, table, ids):
  def nll(layers, table):
    logp = jax.nn.log_softmax(transformer_scan(layers, table, ids[:, :-1]))
    return -jnp.mean(jnp.take_along_axis(logp, ids[:, 1:, None], axis=-1))
  return jax.value_and_grad(nll, argnums=(0, 1))(layers, table)


def kv_cache_step(cache, new, position):
  cache = lax.dynamic_update_slice(cache, new, (0, position, 0, 0))
  window = lax.dynamic_slice(cache, (0, position, 0, 0), (2, 4, 2, 8))
  return cache, jnp.sum(window, axis=1)


f32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.float32)
i32 = functools.partial(jax.ShapeDtypeStruct, dtype=jnp.int32)
QKV = [f32((2, 8, 4, 16))] * 3
LAYERS = [f32((3, 32, 96)), f32((3, 32, 32)), f32((3, 32, 64)), f32((3, 64, 32)), f32((3, 32)), f32((3, 32))]
jax.jit(causal_attention).lower(*QKV).compile()
jax.jit(attention_grad).lower(*QKV).compile()
jax.jit(embedding_lookup).lower(f32((100, 16)), i32((4, 7))).compile()
jax.jit(embedding_grad).lower(f32((100, 16)), i32((4, 7)), f32((4, 7, 16))).compile()
jax.jit(transformer_scan).lower(LAYERS, f32((50, 32)), i32((2, 8))).compile()
jax.jit(transformer_grad).lower(LAYERS, f32((50, 32)), i32((2, 9))).compile()
jax.jit(kv_cache_step, donate_argnums=0).lower(f32((2, 64, 2, 8)), f32((2, 1, 2, 8)), i32(())).compile()
