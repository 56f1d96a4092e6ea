"""Runs hlo-view --passes on a fresh dump of a JAX training step: it reads every stage, a stage
counts as changed if and only if its fingerprint differs, and it names the passes that must change
something.

    HLO_JAX_PYTHON=PYTHON passes_jax_check.py --view build/hlo-view --fmt build/hlo-fmt \\
        --programs testdata/jax/programs --work DIR

HLO_JAX_PYTHON is a Python with JAX; default: the Python that runs this. Skipped without JAX.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

SKIP = 77
# In every version, XLA simplifies a training step, assigns layouts and fuses it.
PASSES = {"algsimp", "layout-assignment", "fusion"}


def dump(python, program, folder):
    flags = f"--xla_dump_to={folder} --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*"
    subprocess.run([python, program], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, JAX_PLATFORMS="cpu", XLA_FLAGS=flags))


def fingerprints(fmt, folder, names):
    result = {}
    for name in names:
        printed = subprocess.run([fmt, "--fingerprint", folder / name], check=True, capture_output=True, text=True).stdout
        result[name] = re.search(r"[0-9a-f]{32}", printed)[0]
    return result


def count_instructions(fmt, path):
    # Dumps omit get-tuple-element from the text.
    text = subprocess.run([fmt, path], check=True, capture_output=True, text=True).stdout
    return len(re.findall(r"^  (?:ROOT )?%\S+ = ", text, re.M))


def check_module(module, fmt, folder):
    """The passes that changed it."""
    stages = module["stages"]
    assert stages[0]["pass"] == "before_optimizations" and stages[-1]["number"] == "after", module["name"]
    assert [stage["number"] for stage in stages[1:-1]] == [f"{i:04}" for i in range(len(stages) - 2)], module["name"]
    prints = fingerprints(fmt, folder, [stage["file"] for stage in stages])
    changed = set()
    for before, stage in zip(stages, stages[1:]):
        name = f"{stage['file']} after {before['file']}"
        assert stage["instructions"] == count_instructions(fmt, folder / stage["file"]), name
        assert stage["text_bytes"] == (folder / stage["file"]).stat().st_size, name
        same = prints[before["file"]] == prints[stage["file"]]
        assert stage["change"]["is_empty"] == same, f"{name}: fingerprints are {'' if same else 'not '}equal"
        if same:
            continue
        changed.add(stage["pass"])
        change = stage["change"]
        assert stage["instructions"] - before["instructions"] == change["added"] - change["removed"], name
        assert stage["instructions"] - before["instructions"] == sum(o["after"] - o["before"] for o in change["opcodes"]), name
    return changed


def check_text(view, folder, module, changed):
    """Passes that changed the module have a line each, others none."""
    text = subprocess.run([view, "--passes", folder, f"--module={module['number']}"],
                          check=True, capture_output=True, text=True).stdout
    lines = set(re.findall(r"^\d{4} .*?  [^ /]+/([^ /]+)(?:  .*)?$", text, re.M))
    assert lines == changed - {"cpu_after_optimizations"}, (lines, changed)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--view", required=True)
    parser.add_argument("--fmt", required=True)
    parser.add_argument("--programs", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    python = os.environ.get("HLO_JAX_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import jax"], stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: needs JAX; HLO_JAX_PYTHON says which Python has it")
        return SKIP

    folder = arguments.work.absolute() / "dump"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    dump(python, (arguments.programs / "train_step.py").absolute(), folder)
    result = subprocess.run([arguments.view, "--passes", folder, "--format=json"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    steps = [module for module in report["modules"] if "step" in module["name"]]
    assert steps, [module["name"] for module in report["modules"]]
    for module in steps:
        changed = check_module(module, arguments.fmt, folder)
        print(f"{module['name']}: {len(module['stages'])} stages, changed by {', '.join(sorted(changed))}")
        assert len(module["stages"]) >= 30 and PASSES <= changed
        check_text(arguments.view, folder, module, changed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
