"""Checks with XLA that the goldens of testdata/options are its own text.

    HLO_ORACLE=COMMAND python3 options_oracle_check.py

COMMAND [--preset P] [--set OPTION=VALUE] FILE... must print, for each FILE, a line '==== FILE' (if
there are several) and the module as XLA prints it. Lists the options that XLA does not expose to
Python, which cannot be checked. Without HLO_ORACLE, exits with 77, which ctest shows as skipped.
"""
import collections
import os
import pathlib
import re
import shlex
import subprocess
import sys

DIRECTORY = pathlib.Path(__file__).resolve().parents[2] / "testdata" / "options"
PRESETS = {"default", "short_parsable", "canonical", "fingerprint"}
NOT_EXPOSED = {
    "print_only_essential_constants", "print_subcomputation_mode", "print_original_value", "print_metadata_only_op_name",
    "print_inline_stack_frames", "sort_backend_config", "print_infeed_outfeed_config",
    "print_operand_index_annotation_interval", "syntax_sugar_async_ops", "print_frontend_attributes",
    "print_name_after_closing_brace", "print_full_replica_group_list", "print_parameter_number", "print_channel_id",
    "compact_gte", "exact_literals", "print_replica_groups_without_subaxes", "is_in_nested_computation", "module_fingerprint", "dump",
}


def main():
  oracle = os.environ.get("HLO_ORACLE")
  if not oracle:
    print("HLO_ORACLE is not set")
    return 77
  goldens = collections.defaultdict(list)
  for path in sorted(DIRECTORY.glob("*.*.hlo")):
    name, variant = path.stem.split(".", 1)
    goldens[variant].append((DIRECTORY / f"{name}.hlo", path))
  asked, differing, left = 0, [], []
  for variant, pairs in sorted(goldens.items()):
    option = variant.split("-")[0]
    if option in NOT_EXPOSED:
      left += [path.name for _, path in pairs]
      continue
    flags = ["--preset", variant] if variant in PRESETS else ["--set", variant.replace("-", "=", 1)]
    command = [*shlex.split(oracle), *flags, *[str(source) for source, _ in pairs], "/dev/null"]
    run = subprocess.run(command, capture_output=True)
    if run.returncode not in (0, 1):
      sys.exit(f"{shlex.join(command)} ended with {run.returncode}: {run.stderr.decode()[-500:]}")
    answers = re.split(rb"^==== .*\n", run.stdout, flags=re.M)[1:]
    for (_, path), answer in zip(pairs, answers[:-1], strict=True):
      asked += 1
      if answer != path.read_bytes():
        differing.append(path.name)
  print(f"{asked - len(differing)} passed, {len(differing)} failed; {len(left)} that XLA does not expose")
  for name in differing:
    print(f"XLA prints something else: {name}")
  return 1 if differing or asked == 0 else 0


if __name__ == "__main__":
  sys.exit(main())
