"""Ten JAX programs for tpu_overlaps_check.py, compiled for TPUs that need not be there.

    tpu_programs.py FOLDER

Needs jax[tpu]. Each program goes to FOLDER/NAME.TOPOLOGY with the dumps of all its passes. One process for each set of
flags of libtpu, since it reads them once.
"""
import os
import pathlib
import subprocess
import sys

LATENCY_HIDING = "--xla_tpu_enable_latency_hiding_scheduler=true"
FUSED = ("--xla_tpu_enable_async_collective_fusion=true --xla_tpu_enable_async_collective_fusion_fuse_all_gather=true "
         "--xla_tpu_enable_async_collective_fusion_multiple_steps=true "
         "--xla_tpu_enable_async_collective_fusion_while_loops=true --xla_tpu_overlap_compute_collective_tc=true")
ASYNC = (LATENCY_HIDING + " --xla_enable_async_all_gather=true --xla_enable_async_all_reduce=true "
         "--xla_enable_async_collective_permute=true --xla_tpu_enable_async_all_to_all=true "
         "--xla_enable_async_reduce_scatter_fusion=true")
# Program, topology, flags.
COMPILATIONS = [
    ("gathered_weights", "v5e:4x2", ""),
    ("gathered_scan", "v5e:4x2", FUSED),
    ("two_matrices", "v5e:4x2", FUSED),
    ("blocks", "v5e:4x2", FUSED),
    ("ring", "v5e:4x2", LATENCY_HIDING),
    ("experts", "v5p:2x2x1", ASYNC),
    ("gradients", "v5p:2x2x1", ASYNC),
    ("host_memory", "v5p:2x2x1", ""),
    ("pipeline", "v6e:2x4", ASYNC),
    ("scattered_sums", "v6e:2x2", ASYNC),
]


def programs(jax, devices):
    """By name: a function and the shapes of its arguments."""
    import numpy
    from jax import lax
    from jax import numpy as jnp
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(numpy.array(devices), ("x",))
    count = len(devices)

    def sharded(*axes, kind=None):
        return NamedSharding(mesh, P(*axes), **({} if kind is None else {"memory_kind": kind}))

    def array(*shape, dtype=jnp.bfloat16):
        return jax.ShapeDtypeStruct(shape, dtype)

    def jit(function, inputs, outputs=None):
        return jax.jit(function, in_shardings=inputs, out_shardings=outputs)

    def mapped(function, inputs, outputs):
        return jax.jit(jax.shard_map(function, mesh=mesh, in_specs=inputs, out_specs=outputs, check_vma=False))

    def gathered_weights(x, weights):
        for w in weights:
            x = jnp.tanh(x @ w)
        return x

    def gathered_scan(x, weights):
        return lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, weights)[0]

    def two_matrices(x, a, b):
        whole = lax.all_gather(x, "x", tiled=True)
        y = jnp.tanh(x @ a) @ b
        return y, whole

    def blocks(x, layers):
        for up, down in layers:
            x = x + jax.nn.gelu(x @ up) @ down
        return x

    def ring(x, w):
        turn = [(i, (i + 1) % count) for i in range(count)]

        def step(carry, _):
            x, total = carry
            return (lax.ppermute(x, "x", turn), total + x @ w), None
        return lax.scan(step, (x, jnp.zeros((x.shape[0], w.shape[1]), x.dtype)), None, length=count)[0][1]

    def experts(x, w):
        y = lax.all_to_all(x, "x", 1, 0, tiled=True)
        return lax.all_to_all(jnp.tanh(y @ w), "x", 0, 1, tiled=True)

    def gradients(weights, x):
        loss = lambda weights: jnp.mean(gathered_weights(x, weights).astype(jnp.float32) ** 2)
        return jax.grad(loss)(weights)

    def host_memory(x, w):
        on_host = jax.device_put(jnp.tanh(x @ w), sharded("x", kind="pinned_host"))
        y = jnp.sin(x @ w) @ w
        return y + jax.device_put(on_host, sharded("x", kind="device"))

    def pipeline(w, inputs):
        def step(carry, x):
            y = jnp.tanh((carry + x) @ w)
            return lax.ppermute(y, "x", [(i, i + 1) for i in range(count - 1)]), y
        return lax.scan(step, jnp.zeros_like(inputs[0]), inputs)[1]

    def scattered_sums(x, w):
        y = lax.psum_scatter(x @ w, "x", scatter_dimension=0, tiled=True)
        return lax.all_gather(jnp.tanh(y), "x", tiled=True) @ w

    rows, all_ = P("x"), P()
    four = [array(2048, 2048)] * 4
    return {
        "gathered_weights": (jit(gathered_weights, (sharded("x"), [sharded("x")] * 4)), (array(4096, 2048), four)),
        "gathered_scan": (jit(gathered_scan, (sharded("x"), sharded(None, "x"))),
                          (array(4096, 2048), array(6, 2048, 2048))),
        "two_matrices": (mapped(two_matrices, (rows, all_, all_), (rows, all_)),
                         (array(4096, 1024), array(1024, 2048), array(2048, 1024))),
        "blocks": (jit(blocks, (sharded("x"), [(sharded("x"), sharded(None, "x"))] * 3)),
                   (array(4096, 1024), [(array(1024, 4096), array(4096, 1024))] * 3)),
        "ring": (mapped(ring, (rows, all_), rows), (array(4096, 512), array(512, 512))),
        "experts": (mapped(experts, (rows, all_), rows), (array(4 * count, 64 * count, 512), array(512, 512))),
        "gradients": (jit(gradients, ([sharded("x")] * 4, sharded("x")), [sharded("x")] * 4),
                      (four, array(4096, 2048))),
        "host_memory": (jit(host_memory, (sharded("x"), sharded())), (array(4096, 1024), array(1024, 1024))),
        "pipeline": (mapped(pipeline, (all_, all_), all_), (array(512, 512), array(8, 256, 512))),
        "scattered_sums": (mapped(scattered_sums, (all_, all_), all_), (array(4096, 1024), array(1024, 1024))),
    }


def compile_one(name, topology, folder):
    import jax
    from jax.experimental import topologies
    devices = topologies.get_topology_desc(platform="tpu", topology_name=topology).devices
    function, arguments = programs(jax, devices)[name]
    (folder / "as_text.txt").write_text(function.lower(*arguments).compile().as_text())


def main():
    if len(sys.argv) == 4:
        name, topology, folder = sys.argv[1:]
        return compile_one(name, topology, pathlib.Path(folder))
    for name, topology, flags in COMPILATIONS:
        folder = pathlib.Path(sys.argv[1]) / f"{name}.{topology.replace(':', '_')}"
        if folder.exists():
            continue
        folder.mkdir(parents=True)
        environment = dict(
            os.environ, JAX_PLATFORMS="cpu", TPU_SKIP_MDS_QUERY="1", TPU_WORKER_HOSTNAMES="localhost",
            ALLOW_MULTIPLE_LIBTPU_LOAD="1", TPU_ACCELERATOR_TYPE="v5litepod-8", LIBTPU_INIT_ARGS=flags,
            XLA_FLAGS=f"--xla_dump_to={folder} --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*")
        subprocess.run([sys.executable, __file__, name, topology, folder], env=environment, check=True)


if __name__ == "__main__":
    main()
