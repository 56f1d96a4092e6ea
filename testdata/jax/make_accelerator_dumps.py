"""Makes the dumps gpu/, tpu/ and ../async/gpu/: compiles programs/accelerators.py for devices that need not be there.

    python make_accelerator_dumps.py gpu|tpu [--all]

gpu wants jax 0.12 with jax-cuda12-plugin and ptxas in PATH (nvidia-cuda-nvcc-cu12 has one), tpu wants jax[tpu] 0.12. For each
program it keeps the module as it left the compiler (NAME-after.hlo) and some of what stood between the passes. The expected
outputs beside them are made by ../make_expected.py.
"""
import os
import pathlib
import re
import sys
import tempfile

from make_dumps import without_paths, write

HERE = pathlib.Path(__file__).resolve().parent
MAX_BYTES = 150_000
# Suffix of our name, and what the name of XLA's dump contains.
KEPT = {
    "gpu": [("after", "gpu_after_optimizations.txt"), ("fused", ".fusion-wrapper.after_fusion-wrapper.")],
    "tpu": [("after", ".after_optimizations.txt"), ("layout", ".Layout_assignment.after_layout-assignment."),
            ("tiled", ".Global_Copy_Insertion.after_copy-insertion.")],
}
# What the compiler asks of an H100.
H100 = """
platform_name: "CUDA" device_description_str: "NVIDIA H100 80GB HBM3"
dnn_version_info { major: 9 minor: 1 patch: 1 } runtime_version { major: 12 minor: 8 patch: 0 }
gpu_device_info {
  cuda_compute_capability { major: 9 minor: 0 } threads_per_block_limit: 1024 threads_per_warp: 32
  shared_memory_per_block: 49152 shared_memory_per_core: 233472 shared_memory_per_block_optin: 232448
  threads_per_core_limit: 2048 core_count: 132 fpus_per_core: 128
  block_dim_limit_x: 2147483647 block_dim_limit_y: 65535 block_dim_limit_z: 65535
  memory_bandwidth: 3352320000000 l2_cache_size: 52428800 clock_rate_ghz: 1.98 device_memory_size: 84978434048
  registers_per_core_limit: 65536 registers_per_block_limit: 65536
}"""


def devices_of(platform):
  from jax.experimental import topologies
  from jax._src.lib import xla_client
  if platform == "tpu":
    return topologies.get_topology_desc("v5e:2x2", platform="tpu").devices
  library = next(pathlib.Path(sys.prefix).rglob("jax_plugins/xla_cuda12/xla_cuda_plugin.so"))
  api = xla_client.load_pjrt_plugin_dynamically("cuda", str(library))
  xla_client.initialize_pjrt_plugin("cuda")
  topology = xla_client.make_c_api_device_topology(api, "", topology="1x1x4", target_config=H100)
  return topology._make_compile_only_devices()


def keep(platform, name, dump):
  for path in sorted(dump.glob("module_*.jit_*.txt")):
    suffix = next((s for s, part in KEPT[platform] if part in path.name), None)
    if suffix is None or path.stat().st_size > MAX_BYTES:
      continue
    text = without_paths(path)
    folder = HERE / platform
    if " async-start(" in text:  # maybe of an operation with a start of its own: XLA's sugar is another program
      folder = HERE.parent / "async" / platform
      # XLA numbers stack frames anew whenever it reads them.
      text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(\d+ .*\n)+", "", text)
      text = re.sub(r" stack_frame_id=\d+", "", text)
    folder.mkdir(exist_ok=True)
    write(folder / f"{name}-{suffix}.hlo", text)


def main():
  platform = sys.argv[1]
  os.environ["JAX_PLATFORMS"] = "cpu"
  import jax
  # The metadata name no directory of the machine.
  jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
  sys.path.insert(0, str(HERE / "programs"))
  from accelerators import PROGRAMS
  devices = devices_of(platform)
  for name, program in PROGRAMS.items():
    if name == "kernel" and platform == "gpu":
      continue
    function, arguments = program(devices)
    with tempfile.TemporaryDirectory() as dump:
      options = {"xla_dump_to": dump, "xla_dump_hlo_as_text": True, "xla_dump_hlo_pass_re": ".*"}
      lowered = jax.jit(function).trace(*arguments).lower(lowering_platforms=("cuda" if platform == "gpu" else "tpu",))
      lowered.compile(compiler_options=options)
      keep(platform, name, pathlib.Path(dump))


if __name__ == "__main__":
  main()
