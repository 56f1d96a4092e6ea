"""JAX programs for cost_check.py: what models and kernels compute, in sizes that are easy to tell apart."""
import jax
import jax.numpy as jnp
from jax import lax


def shape(*sizes, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(sizes, dtype)


def conv(lhs, rhs, dims, strides=(1, 1), padding="SAME", lhs_dilation=None, rhs_dilation=None, groups=1, batches=1):
    return lax.conv_general_dilated(lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, dims,
                                    feature_group_count=groups, batch_group_count=batches)


NHWC = ("NHWC", "HWIO", "NHWC")
NCHW = ("NCHW", "OIHW", "NCHW")


def grad_of(f, *numbers):
    return jax.grad(lambda *args: jnp.sum(f(*args)), numbers or 0)


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def attention(q, k, v):
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.einsum("bqhd,bkhd->bhqk", q, k)), v)


def gru(xs, h, w, u):
    def cell(h, x):
        z, r, n = jnp.split(x @ w, 3)
        a, b, c = jnp.split(h @ u, 3)
        gate = jax.nn.sigmoid(z + a)
        h = gate * h + (1 - gate) * jnp.tanh(n + jax.nn.sigmoid(r + b) * c)
        return h, h
    return lax.scan(cell, h, xs)


def mandelbrot(c):
    def body(state):
        z, i = state
        return z * z + c, i + 1
    return lax.while_loop(lambda state: (jnp.abs(state[0]).max() < 2) & (state[1] < 50), body, (c * 0, 0))


def kmeans(points, centers):
    distances = ((points[:, None] - centers[None]) ** 2).sum(-1)
    nearest = distances.argmin(1)
    sums = jax.ops.segment_sum(points, nearest, centers.shape[0])
    return sums / jnp.maximum(jnp.bincount(nearest, length=centers.shape[0]), 1)[:, None]


def adam(w, g, m, v, t):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    return w - 0.01 * m / (1 - 0.9**t) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), m, v


def pool(x, reducer, start, window, strides, padding="VALID"):
    return lax.reduce_window(x, start, reducer, window, strides, padding)


def moe(x, gates, w):
    weights, chosen = lax.top_k(x @ gates, 2)
    return jnp.einsum("nk,nkd->nd", jax.nn.softmax(weights), jnp.einsum("ni,nkio->nko", x, w[chosen]))


f, c64 = shape, jnp.complex64
PROGRAMS = {
    "matmul": (lambda a, b: a @ b, f(7, 11), f(11, 13)),
    "matmul_bf16": (lambda a, b: jnp.dot(a, b, preferred_element_type=jnp.float32),
                    f(7, 11, dtype=jnp.bfloat16), f(11, 3, dtype=jnp.bfloat16)),
    "matmul_int8": (lambda a, b: lax.dot(a, b, preferred_element_type=jnp.int32),
                    f(6, 10, dtype=jnp.int8), f(10, 5, dtype=jnp.int8)),
    "matmul_complex": (lambda a, b: a @ b, f(5, 7, dtype=c64), f(7, 3, dtype=c64)),
    "batched": (lambda a, b: jnp.einsum("bij,bjk->bik", a, b), f(3, 5, 7), f(3, 7, 2)),
    "outer": (jnp.outer, f(9), f(17)),
    "vector_dot": (jnp.vdot, f(33), f(33)),
    "tensordot": (lambda a, b: jnp.tensordot(a, b, 2), f(3, 4, 5), f(4, 5, 6)),
    "bilinear": (lambda x, w, y: jnp.einsum("ni,ijk,nj->nk", x, w, y), f(4, 5), f(5, 6, 7), f(4, 6)),
    "matmul_grad": (grad_of(lambda a, b: jnp.tanh(a @ b), 0, 1), f(7, 11), f(11, 13)),
    "power_of_matrix": (lambda a: jnp.linalg.matrix_power(a, 5), f(6, 6)),
    "kron": (jnp.kron, f(3, 4), f(5, 2)),
    "conv_same": (lambda x, w: conv(x, w, NHWC), f(2, 9, 8, 3), f(3, 3, 3, 5)),
    "conv_valid_strided": (lambda x, w: conv(x, w, NCHW, (2, 3), "VALID"), f(2, 3, 11, 13), f(4, 3, 3, 5)),
    "conv_padded": (lambda x, w: conv(x, w, NCHW, (1, 2), ((2, 1), (0, 3))), f(1, 2, 7, 9), f(3, 2, 4, 3)),
    "conv_negative_padding": (lambda x, w: conv(x, w, NCHW, (1, 1), ((-1, 2), (1, -2))), f(1, 2, 9, 9), f(3, 2, 3, 3)),
    "conv_atrous": (lambda x, w: conv(x, w, NHWC, rhs_dilation=(2, 3)), f(1, 12, 14, 2), f(3, 3, 2, 4)),
    "conv_transposed": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), f(1, 6, 7, 3), f(3, 3, 3, 2)),
    "conv_depthwise": (lambda x, w: conv(x, w, NHWC, groups=6), f(1, 8, 8, 6), f(3, 3, 1, 12)),
    "conv_batch_groups": (lambda x, w: conv(x, w, NHWC, batches=2), f(4, 8, 8, 3), f(3, 3, 3, 6)),
    "conv_1d": (lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NCH", "OIH", "NCH")),
                f(2, 3, 21), f(5, 3, 4)),
    "conv_3d": (lambda x, w: lax.conv_general_dilated(x, w, (1, 2, 1), "SAME"), f(1, 2, 5, 6, 7), f(3, 2, 2, 3, 3)),
    "conv_grad": (grad_of(lambda x, w: conv(x, w, NHWC, (2, 2)), 0, 1), f(2, 9, 8, 3), f(3, 3, 3, 5)),
    "conv_depthwise_grad": (grad_of(lambda x, w: conv(x, w, NHWC, groups=6), 0, 1), f(2, 8, 8, 6), f(3, 3, 1, 6)),
    "correlate": (lambda a, b: jnp.correlate(a, b, "full"), f(20), f(7)),
    "convolve_2d": (lambda a, b: jax.scipy.signal.convolve2d(a, b), f(8, 9), f(3, 4)),
    "sum": (lambda x: x.sum(), f(5, 7, 9)),
    "mean_axis": (lambda x: x.mean(1), f(5, 7, 9)),
    "max_axes": (lambda x: x.max((0, 2)), f(5, 7, 9)),
    "product_int": (lambda x: x.prod(0), f(5, 7, dtype=jnp.int32)),
    "any_all": (lambda x: (x > 0).any(0) & (x < 1).all(0), f(5, 7)),
    "argmax": (lambda x: x.argmax(1), f(5, 17)),
    "argmin_argmax": (lambda x: (x.argmin(), x.argmax(0)), f(5, 17)),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, 1), f(6, 10)),
    "variance": (lambda x: jnp.var(x, 0), f(9, 4)),
    "norms": (lambda x: (jnp.linalg.norm(x), jnp.abs(x).sum(), jnp.abs(x).max()), f(9, 4)),
    "norm_grad": (grad_of(jnp.linalg.norm), f(9, 4)),
    "cumsum": (lambda x: jnp.cumsum(x, 1), f(4, 30)),
    "cumprod_reverse": (lambda x: lax.cumprod(x, 0, reverse=True), f(19)),
    "cummax": (lambda x: lax.cummax(x, 0), f(19, 2)),
    "cumsum_grad": (grad_of(lambda x: jnp.cumsum(x) ** 2), f(30)),
    "associative_scan": (lambda a, b: lax.associative_scan(
        lambda x, y: (x[0] * y[0], y[0] * x[1] + y[1]), (a, b)), f(16, 3), f(16, 3)),
    "max_pool": (lambda x: pool(x, lax.max, -jnp.inf, (1, 2, 2, 1), (1, 2, 2, 1)), f(2, 8, 10, 3)),
    "max_pool_overlapping": (lambda x: pool(x, lax.max, -jnp.inf, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), f(2, 8, 9, 3)),
    "sum_pool": (lambda x: pool(x, lax.add, 0.0, (1, 3, 2, 1), (1, 1, 1, 1)), f(1, 8, 9, 2)),
    "max_pool_grad": (grad_of(lambda x: pool(x, lax.max, -jnp.inf, (1, 3, 3, 1), (1, 2, 2, 1))), f(2, 9, 9, 3)),
    "sort": (lambda x: jnp.sort(x, 1), f(5, 33)),
    "sort_descending": (lambda x: jnp.sort(x, descending=True), f(100)),
    "argsort": (jnp.argsort, f(50)),
    "sort_three": (lambda a, b, c: lax.sort((a, b, c), num_keys=2), f(20), f(20), f(20)),
    "median": (lambda x: jnp.median(x, 0), f(15, 4)),
    "percentiles": (lambda x: jnp.percentile(x, jnp.array([5.0, 50.0])), f(77)),
    "top_k": (lambda x: lax.top_k(x, 4), f(3, 40)),
    "unique": (lambda x: jnp.unique(x, size=10), f(40, dtype=jnp.int32)),
    "searchsorted": (jnp.searchsorted, f(40), f(12)),
    "histogram": (lambda x: jnp.histogram(x, 7)[0], f(60)),
    "bincount": (lambda x: jnp.bincount(x, length=9), f(60, dtype=jnp.int32)),
    "gather_rows": (lambda x, i: x[i], f(20, 6), f(9, dtype=jnp.int32)),
    "gather_grad": (grad_of(lambda x, i: x[i] ** 2), f(20, 6), f(9, dtype=jnp.int32)),
    "take_along": (lambda x, i: jnp.take_along_axis(x, i, 1), f(7, 11), f(7, 3, dtype=jnp.int32)),
    "scatter_add": (lambda x, i, u: x.at[i].add(u), f(20, 6), f(9, dtype=jnp.int32), f(9, 6)),
    "scatter_max": (lambda x, i, u: x.at[i].max(u), f(20), f(9, dtype=jnp.int32), f(9)),
    "scatter_multiply": (lambda x, i, u: x.at[:, i].multiply(u), f(4, 20), f(5, dtype=jnp.int32), f(4, 5)),
    "segment_max": (lambda x, i: jax.ops.segment_max(x, i, 5), f(31), f(31, dtype=jnp.int32)),
    "dynamic_slices": (lambda x, u, i: lax.dynamic_update_slice(x * 2, u + lax.dynamic_slice(x, (i, i), (2, 3)), (i, 0)),
                       f(8, 9), f(2, 3), f(dtype=jnp.int32)),
    "roll_pad_flip": (lambda x: jnp.roll(jnp.pad(jnp.flip(x, 0), 2, mode="reflect"), 3, 1) + 1, f(6, 7)),
    "where_clip": (lambda x, y: jnp.where(x > y, jnp.clip(x, -1, 1), y), f(6, 7), f(6, 7)),
    "rounding": (lambda x: jnp.floor(x) + jnp.ceil(x) + jnp.round(x) + jnp.trunc(x) + jnp.sign(x), f(40)),
    "bits": (lambda x: (x << 3) ^ (x >> 2) | ~x & lax.population_count(x) + lax.clz(x), f(40, dtype=jnp.uint32)),
    "integers": (lambda x, y: x // y + x % y + jnp.gcd(x, y), f(12, dtype=jnp.int32), f(12, dtype=jnp.int32)),
    "transcendental": (lambda x: jnp.exp(x) + jnp.log1p(x) * jnp.sin(x) - jnp.tan(x) / jnp.cosh(x), f(23)),
    "inverse": (lambda x: jnp.arcsin(x) + jnp.arctan(x) - jnp.arccosh(x) * jnp.arctanh(x), f(23)),
    "roots": (lambda x: jnp.sqrt(x) + jnp.cbrt(x) + lax.rsqrt(x) + x**2.5 + x**3, f(23)),
    "erf_gelu": (lambda x: lax.erf(x) + jax.nn.gelu(x) + jax.nn.gelu(x, approximate=False), f(23)),
    "erf_inverse": (lambda x: lax.erf_inv(x) + lax.erfc(x), f(23)),
    "lgamma": (lambda x: lax.lgamma(x), f(9)),
    "digamma": (lambda x: lax.digamma(x), f(9)),
    "bessel": (lambda x: lax.bessel_i1e(x), f(9)),
    "complex_functions": (lambda x: jnp.exp(x) * jnp.abs(x) + jnp.conj(x) / (x + 1), f(9, dtype=c64)),
    "complex_parts": (lambda x: jnp.angle(x) + x.real * x.imag, f(9, dtype=c64)),
    "casts": (lambda x: x.astype(jnp.int32) + x.astype(jnp.bfloat16).astype(jnp.int32), f(40)),
    "reduce_precision": (lambda x: lax.reduce_precision(x, 5, 10) * 2, f(40)),
    "bitcast": (lambda x: lax.bitcast_convert_type(x, jnp.int32) & 0x7FFFFFFF, f(40)),
    "fft": (jnp.fft.fft, f(5, 32, dtype=c64)),
    "rfft2": (jnp.fft.rfft2, f(16, 8)),
    "ifft_odd": (jnp.fft.ifft, f(3, 21, dtype=c64)),
    "irfft": (jnp.fft.irfft, f(3, 17, dtype=c64)),
    "layer_norm": (layer_norm, f(6, 32), f(32), f(32)),
    "layer_norm_grad": (grad_of(layer_norm, 0, 1, 2), f(6, 32), f(32), f(32)),
    "attention": (attention, f(2, 5, 3, 4), f(2, 7, 3, 4), f(2, 7, 3, 4)),
    "attention_grad": (grad_of(attention, 0, 1, 2), f(2, 5, 3, 4), f(2, 7, 3, 4), f(2, 7, 3, 4)),
    "softmax_grad": (grad_of(lambda x: jax.nn.softmax(x) ** 2), f(6, 10)),
    "activations": (lambda x: jax.nn.silu(x) + jax.nn.softplus(x) + jax.nn.elu(x) + jax.nn.relu6(x), f(31)),
    "mixture_of_experts": (moe, f(5, 6), f(6, 4), f(4, 6, 3)),
    "gru": (gru, f(9, 4), f(5), f(4, 15), f(5, 15)),
    "gru_grad": (jax.grad(lambda *args: gru(*args)[0].sum(), (2, 3)), f(9, 4), f(5), f(4, 15), f(5, 15)),
    "adam": (adam, f(30), f(30), f(30), f(30), f()),
    "cross_entropy": (lambda x, y: -(jax.nn.one_hot(y, 10) * jax.nn.log_softmax(x)).sum(), f(8, 10), f(8, dtype=jnp.int32)),
    "cond": (lambda p, x: lax.cond(p, lambda y: y * 2 + 1, lambda y: jnp.sin(y), x), f(dtype=jnp.bool_), f(20)),
    "switch": (lambda i, x: lax.switch(i, [lambda y: y, lambda y: y @ y, lambda y: y + y.T], x), f(dtype=jnp.int32), f(6, 6)),
    "fori": (lambda x: lax.fori_loop(0, 12, lambda i, y: y * 2 + i, x), f(9)),
    "fori_matmul": (lambda x: lax.fori_loop(0, 5, lambda _, y: jnp.tanh(y @ x), x), f(6, 6)),
    "while": (mandelbrot, f(6, 7, dtype=c64)),
    "scan_nested": (lambda x: lax.scan(lambda c, r: lax.scan(lambda d, e: (d + e * r.sum(), d), c, r), 0.0, x), f(5, 6)),
    "map": (lambda x: lax.map(lambda r: r @ r, x), f(5, 6)),
    "vmap_scatter": (jax.vmap(lambda x, i: x.at[i].add(1.0)), f(4, 9), f(4, 3, dtype=jnp.int32)),
    "kmeans": (kmeans, f(30, 3), f(4, 3)),
    "jacobian": (jax.jacfwd(lambda x: jnp.tanh(x) * x.sum()), f(7)),
    "hessian": (jax.hessian(lambda x: (jnp.sin(x) ** 2).prod()), f(5)),
    "interpolate": (jnp.interp, f(11), f(20), f(20)),
    "resize": (lambda x: jax.image.resize(x, (1, 9, 12, 2), "bilinear"), f(1, 6, 6, 2)),
    "polynomial": (lambda c, x: jnp.polyval(c, x), f(6), f(20)),
    "vander_trace": (lambda x: jnp.trace(jnp.vander(x) @ jnp.vander(x).T), f(6)),
    "distances": (lambda x: jnp.sqrt(((x[:, None] - x[None]) ** 2).sum(-1)), f(12, 3)),
    "triangles": (lambda x: jnp.tril(x) @ jnp.triu(x, 1), f(7, 7)),
    "uniform": (lambda k: jax.random.uniform(k, (13,)), f(2, dtype=jnp.uint32)),
    "normal": (lambda k: jax.random.normal(k, (6, 5)), f(2, dtype=jnp.uint32)),
    "permutation": (lambda k: jax.random.permutation(k, 20), f(2, dtype=jnp.uint32)),
    "categorical": (lambda k, x: jax.random.categorical(k, x), f(2, dtype=jnp.uint32), f(4, 9)),
    "dropout": (lambda k, x: jnp.where(jax.random.bernoulli(k, 0.9, x.shape), x / 0.9, 0), f(2, dtype=jnp.uint32), f(31)),
}


def modules():
    """{name: text}: each program before and after XLA's passes for the CPU."""
    texts = {}
    for name, (function, *arguments) in PROGRAMS.items():
        lowered = jax.jit(function).lower(*arguments)
        texts[name + "-before"] = lowered.compiler_ir("hlo").as_hlo_module().to_string()
        texts[name + "-after"] = lowered.compile().runtime_executable().hlo_modules()[0].to_string()
    return texts
