"""What a sharded training step must do, and must not do: pytest docs/examples/test_sharded_step.py

Eight devices on the CPU stand for a mesh of 2 x 4. The step is compiled, not run.
"""

import functools
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from hlo_text.testing import assert_hlo


@pytest.fixture(scope="module")
def mesh():
    return Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))


def array(mesh, shape, *spec, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=NamedSharding(mesh, P(*spec)))


def step(w1, w2, x):
    def loss(w1, w2):
        return jnp.mean((jnp.tanh(x @ w1) @ w2) ** 2)

    value, (g1, g2) = jax.value_and_grad(loss, argnums=(0, 1))(w1, w2)
    return w1 - 0.1 * g1, w2 - 0.1 * g2, value


@pytest.fixture(scope="module")
def lowered(mesh):
    """The first matrix is split by columns, the second by rows, the batch by examples."""
    jitted = jax.jit(step, donate_argnums=(0, 1))
    weights = array(mesh, (256, 512), None, "model"), array(mesh, (512, 64), "model", None)
    return jitted.lower(*weights, array(mesh, (32, 256), "data"))


@pytest.fixture(scope="module")
def hlo(lowered, mesh):
    return assert_hlo(lowered.compile(), mesh=mesh)


def test_activations_are_summed_over_the_model_axis_once(hlo):
    hlo.has("all-reduce", count=1, axis="model", shape="f32[16,64]", op_name="*/dot_general")


def test_gradients_are_summed_over_the_data_axis_together(hlo):
    # One all-reduce with both gradients and the loss.
    hlo.has("all-reduce", count=1, axis="data").all(where=lambda i: len(i.operands) == 3)


def test_there_are_no_other_collectives(hlo):
    hlo.collectives({"all-reduce": 2})


def test_no_device_has_a_whole_matrix(hlo):
    hlo.no(bytes_over=256 * 512 * 4 // 4, computation="main*", where=lambda i: not i.shape.is_tuple)


def test_weights_are_updated_in_place(hlo):
    hlo.donated(0, 1)


def test_memory(hlo):
    hlo.peak_bytes(under=1 << 20)


def test_shardings_before_partitioning(lowered):
    hlo = assert_hlo(lowered)
    hlo.collectives({})
    hlo.has("parameter", computation="main*", shape="f32[256,512]",
            sharding="{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dim_replicate}")


def test_fully_sharded_weights_are_gathered_before_use(mesh):
    def gathered_step(w1, w2, x):
        whole = [lax.with_sharding_constraint(w, NamedSharding(mesh, P())) for w in (w1, w2)]
        return jax.nn.relu(x @ whole[0]) @ whole[1]

    weights = array(mesh, (256, 512), "data"), array(mesh, (512, 64), "data")
    compiled = jax.jit(gathered_step).lower(*weights, array(mesh, (32, 256), "data")).compile()
    hlo = assert_hlo(compiled, mesh=mesh)
    hlo.collectives({"all-gather": 2}).has("all-gather", count=2, group_size=2, axis="data")
    hlo.no("all-gather", dtype="f32", bytes_under=512 * 64 * 4)


def test_layers_of_a_scan_communicate_in_the_loop(mesh):
    def layers(w, x):
        return lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, w)[0]

    arguments = array(mesh, (3, 64, 64), None, "model"), array(mesh, (8, 64), "data", "model")
    hlo = assert_hlo(jax.jit(layers).lower(*arguments).compile(), mesh=mesh)
    hlo.has("while").has("all-*", in_loop=True, axis="model")


def test_a_ring_sends_to_the_neighbour(mesh):
    @functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data", "model"), out_specs=P("data", "model"))
    def ring(x):
        return lax.ppermute(x, "model", [(i, (i + 1) % 4) for i in range(4)])

    hlo = assert_hlo(jax.jit(ring).lower(array(mesh, (4, 8), "data", "model")).compile(), mesh=mesh)
    hlo.collectives({"collective-permute": 1}).has("collective-permute", axis="model")


def test_compiling_again_gives_the_same_program(hlo, lowered):
    hlo.same_as(lowered.compile())
