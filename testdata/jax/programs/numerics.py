"""Element types and arithmetic: int4 and uint4, the fp8 types, bf16, complex, bits, FFT, quantised matmul, special functions."""
import functools
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


def int4_matmul(x, w, scale):
  return lax.dot(x, w.astype(jnp.bfloat16), preferred_element_type=jnp.float32) * scale


def uint4_pack(x):
  u = x.astype(jnp.uint4)
  return u, u.astype(jnp.int32) + 1, jnp.array([1, 15, 7, 0], jnp.uint4), jnp.array([-8, 7], jnp.int4)


def fp8_round_trip(x):
  kinds = (jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e4m3b11fnuz, jnp.float8_e4m3fnuz, jnp.float8_e5m2fnuz,
           jnp.float8_e3m4, jnp.float8_e4m3, jnp.float8_e8m0fnu)
  return [x.astype(k) for k in kinds], [x.astype(k).astype(jnp.float32) for k in kinds]


def fp8_matmul(a, b, sa, sb):
  return lax.dot(a, b, preferred_element_type=jnp.float32) * (sa * sb)


def fp4_values(x):
  return x.astype(jnp.float4_e2m1fn), jnp.array([0.5, -6.0, 3.0], jnp.float4_e2m1fn)


def quantised_matmul(x, w, scale):
  q = jnp.clip(jnp.round(x / scale), -128, 127).astype(jnp.int8)
  acc = lax.dot_general(q, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
  return acc.astype(jnp.float32) * scale


def bf16_mixed(x, w):
  y = lax.dot(x, w, precision=lax.DotAlgorithmPreset.BF16_BF16_F32)
  return lax.reduce_precision(y, exponent_bits=5, mantissa_bits=3), jnp.float16(1) * y.astype(jnp.float16)


def bit_tricks(x, y):
  return (lax.clz(x), lax.population_count(x), lax.bitcast_convert_type(y, jnp.uint32), x << 3, lax.shift_right_arithmetic(x, jnp.int32(2)),
          lax.shift_right_logical(x, jnp.int32(2)), ~x ^ (x & 7), lax.bitcast_convert_type(y, jnp.uint8))


def complex_arithmetic(z, w):
  return z * w / (z + 2j), jnp.abs(z), jnp.angle(w), jnp.conj(z), jnp.exp(1j * w.real), lax.complex(w.real, w.imag)


def spectrum(x):
  f = jnp.fft.rfft2(x)
  return jnp.fft.irfft2(f * 0.5), jnp.fft.fft(x, axis=0), jnp.fft.ifft(f, axis=1), jnp.fft.fftshift(f)


def special_functions(x):
  return (lax.erf(x), lax.lgamma(x), lax.digamma(x), jax.scipy.special.i0e(x), lax.erf_inv(x), jnp.arctan2(x, 1 - x),
          jnp.sinc(x), jnp.tan(x), lax.cbrt(x), lax.igamma(x, x + 1))


def unary_functions(x):
  return [f(x) for f in (jnp.sin, jnp.cos, jnp.tanh, jnp.sinh, jnp.arccosh, jnp.exp, jnp.expm1, jnp.log, jnp.log1p, jnp.sqrt,
                         lax.rsqrt, jnp.floor, jnp.ceil, jnp.round, jnp.sign, lax.is_finite, jax.nn.sigmoid)]


def constants():
  return (jnp.array([[1.5, -0.0], [jnp.nan, jnp.inf]]), jnp.arange(24).reshape(2, 3, 4), jnp.array([1 + 2j, -3j]),
          jnp.array([True, False]), jnp.float64(0.1), jnp.full((3,), 1e-30, jnp.bfloat16), jnp.eye(3), jnp.uint64(2**64 - 1))


def comparisons(a, b):
  return a == b, a < b, a >= b, jnp.where(a > b, a, b), jnp.clip(a, -1.0, 1.0), lax.nextafter(a, b), a % b, a // b


S = jax.ShapeDtypeStruct
f32 = functools.partial(S, dtype=jnp.float32)
jax.jit(int4_matmul).lower(S((4, 16), jnp.bfloat16), S((16, 8), jnp.int4), f32((8,))).compile()
jax.jit(uint4_pack).lower(S((6,), jnp.int32)).compile()
jax.jit(fp8_round_trip).lower(f32((5,))).compile()
jax.jit(fp8_matmul).lower(S((4, 8), jnp.float8_e4m3fn), S((8, 4), jnp.float8_e5m2), f32(()), f32(())).compile()
jax.jit(fp4_values).lower(f32((4,))).compile()
jax.jit(quantised_matmul).lower(f32((4, 16)), S((16, 8), jnp.int8), f32(())).compile()
jax.jit(bf16_mixed).lower(S((4, 8), jnp.bfloat16), S((8, 2), jnp.bfloat16)).compile()
jax.jit(bit_tricks).lower(S((5,), jnp.int32), f32((3,))).compile()
jax.jit(complex_arithmetic).lower(S((3,), jnp.complex64), S((3,), jnp.complex128)).compile()
jax.jit(spectrum).lower(f32((4, 10))).compile()
jax.jit(special_functions).lower(f32((6,))).compile()
jax.jit(unary_functions).lower(f32((2, 3))).compile()
jax.jit(constants).lower().compile()
jax.jit(comparisons).lower(f32((4,)), f32((4,))).compile()
