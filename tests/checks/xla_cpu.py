"""Compiles and runs HLO modules on XLA's CPU client, through StableHLO. Needs JAX 0.12 or newer."""
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")  # f64 inputs stay f64
# Compiles fast; the results are the same.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jaxlib import _hlo, _jax, lapack  # noqa: E402

lapack._lapack.initialize()  # what custom calls of linear algebra call


def proto_of(text):
    """The bytes of the HloModuleProto that XLA makes of a text."""
    return _hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()


def text_of(proto):
    return _hlo.HloModule.from_serialized_hlo_module_proto(proto).to_string(_hlo.HloPrintOptions())


def parameters_of(proto):
    """[(dtype, dimensions)] of the entry computation; raises ValueError if one is no array."""
    shapes = _hlo.XlaComputation(proto).program_shape().parameter_shapes()
    if not all(shape.is_array() for shape in shapes):
        raise ValueError("a parameter is no array")
    return [(np.dtype(shape.numpy_dtype()), tuple(shape.dimensions())) for shape in shapes]


def costs_of(text):
    """XLA's flops, transcendentals, bytes accessed; None if it refuses the module, or knows nothing of it."""
    try:
        module = _hlo.hlo_module_from_text(text)
        costs = _jax.hlo_module_cost_analysis(jax.devices("cpu")[0].client, module)
        return [costs.get(name, 0.0) for name in ("flops", "transcendentals", "bytes accessed")]
    except Exception:
        return None


class Program:
    def __init__(self, proto):
        stablehlo = _jax.mlir.hlo_to_stablehlo(proto)
        device = jax.devices("cpu")[0]
        self.executable = device.client.compile_and_load(
            stablehlo, _jax.DeviceList((device,)), _jax.CompileOptions())
        self.device = device

    def __call__(self, inputs):
        """The leaves of the result."""
        arguments = [jax.device_put(array, self.device) for array in inputs]
        results = self.executable.execute_sharded(arguments)
        return [np.asarray(shards[0]) for shards in results.disassemble_into_single_device_arrays()]


def random_inputs(parameters, generator):
    """Small numbers: indices are in range, sums do not overflow."""
    inputs = []
    for dtype, sizes in parameters:
        if dtype == np.bool_:
            values = generator.integers(0, 2, sizes)
        elif dtype.kind in "iu" or dtype.name.startswith(("int", "uint")):
            values = generator.integers(0, 2 if "int2" in dtype.name or "int1" == dtype.name else 4, sizes)
        elif dtype.kind == "c":
            values = generator.standard_normal(sizes) + 1j * generator.standard_normal(sizes)
        else:
            values = generator.standard_normal(sizes)
        inputs.append(np.asarray(values).astype(dtype))
    return inputs


def compare(before, after):
    """"equal" to the bit, "close" up to rounding, or "different"."""
    if [(x.shape, x.dtype) for x in before] != [(x.shape, x.dtype) for x in after]:
        return "different"
    if all(x.tobytes() == y.tobytes() for x, y in zip(before, after)):
        return "equal"
    for x, y in zip(before, after):
        exact = x.dtype.kind in "biu" or x.dtype.name.startswith(("int", "uint"))
        if exact and not np.array_equal(x, y):
            return "different"
        if not exact:
            precise = np.complex128 if x.dtype.kind == "c" else np.float64
            tolerance = 1e-5 if x.dtype.itemsize >= 4 else 2e-2
            if not np.allclose(x.astype(precise), y.astype(precise), tolerance, tolerance, equal_nan=True):
                return "different"
    return "close"
