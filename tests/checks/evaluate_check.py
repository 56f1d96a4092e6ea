#!/usr/bin/env python3
"""The evaluator (hlo/evaluate.h) against XLA: the same results for the same arguments?

  evaluate_check.py --bin build/hlo-translate --work DIR [--programs 1000] [--seed 1] [--judge XLA_EVALUATE]
      [--modules DIR --every N --min COUNT] [--verbose]

Runs random programs (evaluate_programs.py), programs of one function, and every N-th module of a folder by
hlo-translate --to=literal, by XLA's CPU client and, with --judge, by XLA's HloEvaluator (xla_evaluate.cc).
Integers and moved bits must be equal. In random programs floats must be, too, but for the sign of zero, what NaN
it is, and subnormals, which the CPU client flushes; a sum or product may be off by a few ulp, since XLA may round
it later. Programs of one function print the largest distance in ulp from each. Exits with 1 if something differs
or fewer than COUNT modules were compared. HLO_JAX_PYTHON is a Python with JAX; skipped without.
"""
import argparse
import collections
import glob
import os
import pathlib
import re
import subprocess
import sys

import evaluate_programs
import jax_worker

SECONDS = 15
ELEMENTS = 1 << 16  # of the largest array
ULPS = 8  # of what is "close" in a random program
TOKEN = re.compile(r"[-+]?(?:nan(?:\(0x[0-9a-f]+\))?|inf|\d[\d.]*(?:[eE][-+]?\d+)?)|true|false")


# ---- In the Python with JAX.

def leaves_of(text, leaves):
    """The arrays of a literal's text, whose leaves have these types and sizes."""
    import numpy as np

    tokens = iter(TOKEN.findall(re.sub(r"/\*.*?\*/", "", text)))
    values = {"true": 1, "false": 0}

    def number(dtype):
        token = re.sub(r"\(0x.*\)", "", next(tokens))
        token = values.get(token, token)
        return int(token) if dtype.kind in "iub" or dtype.name.startswith(("int", "uint")) else float(token)

    result = []
    for dtype, sizes in leaves:
        count = int(np.prod(sizes, dtype=np.int64))
        if dtype.kind == "c":
            numbers = [complex(number(np.dtype(float)), number(np.dtype(float))) for _ in range(count)]
        else:
            numbers = [number(dtype) for _ in range(count)]
        with np.errstate(all="ignore"):
            result.append(np.array(numbers).astype(dtype) if dtype.kind not in "iu" else
                          np.array(numbers, dtype=object).astype(dtype))
        result[-1] = result[-1].reshape(sizes)
    assert next(tokens, None) is None, "more numbers than elements"
    return result


def ulps(x, y):
    """The largest distance, by steps of the type; subnormals are zeros."""
    import numpy as np

    if x.dtype.kind == "c":
        return max(ulps(x.real.copy(), y.real.copy()), ulps(x.imag.copy(), y.imag.copy()))
    import ml_dtypes
    tiny = float(ml_dtypes.finfo(x.dtype).smallest_normal)
    width = x.dtype.itemsize

    def steps(a):
        a = np.where(np.abs(a.astype(np.float64)) < tiny, np.zeros_like(a), a)
        raw = np.ascontiguousarray(a).view(f"i{width}").astype(object).reshape(-1)
        half = 1 << (8 * width - 1)
        return [r if r >= 0 else -(r + half) for r in map(int, raw)]

    nan_x, nan_y = np.isnan(x.astype(np.float64)).reshape(-1), np.isnan(y.astype(np.float64)).reshape(-1)
    return max([abs(a - b) if not (n or m) else 0 if n and m else 10 ** 9
                for a, b, n, m in zip(steps(x), steps(y), nan_x, nan_y)], default=0)


def distance(ours, theirs):
    """0: equal to the bit, up to NaN; the largest number of ulp; -1: an integer differs."""
    import numpy as np

    largest = 0
    for x, y in zip(ours, theirs):
        exact = x.dtype.kind in "biu" or x.dtype.name.startswith(("int", "uint"))
        if exact and not np.array_equal(x, y):
            return -1
        if not exact:
            steps = ulps(x, y)
            # Where large numbers cancel, the rest has an error of their size.
            if steps > ULPS and is_near(x, y):
                steps = ULPS
            largest = max(largest, steps)
    return largest


def is_near(x, y):
    """Whether no element differs by more than rounding the largest one."""
    import numpy as np

    precise = np.complex128 if x.dtype.kind == "c" else np.float64
    a, b = x.astype(precise), y.astype(precise)
    finite = np.isfinite(a) & np.isfinite(b)
    tolerance = 1e-5 if x.dtype.itemsize >= 4 else 2e-2
    same = np.array_equal(np.isfinite(a), np.isfinite(b))
    return same and np.abs(a - b)[finite].max(initial=0) <= tolerance * np.abs(b)[finite].max(initial=0)


def leaf_shapes(shape):
    import numpy as np

    if shape.is_array():
        return [(np.dtype(shape.numpy_dtype()), tuple(shape.dimensions()))]
    if not shape.is_tuple():
        return []
    return [leaf for part in shape.tuple_shapes() for leaf in leaf_shapes(part)]


def text_of(array):
    if array.ndim:
        return "{" + ", ".join(map(text_of, array)) + "}"
    if array.dtype.kind == "c":
        return f"({float(array.real)!r}, {float(array.imag)!r})"
    exact = array.dtype.kind in "biu" or array.dtype.name.startswith(("int", "uint"))
    return str(int(array)) if exact else repr(float(array))


def prepare(module, arguments):
    """Writes arguments for a module; returns why not, or ""."""
    import xla_cpu

    text = pathlib.Path(module).read_text()
    if re.search(r"(?:replica_count|num_partitions)=(?!1\b)", text.split("\n", 1)[0]):
        return "for several devices"
    try:
        parameters = xla_cpu.parameters_of(xla_cpu.proto_of(text))
    except Exception as e:
        return f"not read: {e}"
    if any(xla_cpu.np.prod(sizes, dtype=float) > ELEMENTS for _, sizes in parameters):
        return "too large"
    inputs = xla_cpu.random_inputs(parameters, xla_cpu.np.random.default_rng(1))
    with open(arguments, "w") as out:
        for array in inputs:
            print(text_of(array), file=out)
    return ""


def compare(module, arguments, ours, judged):
    """The distance from the judge's text, or from what the CPU client gives if that is empty; or why there is none."""
    import xla_cpu
    from jaxlib import _hlo

    proto = xla_cpu.proto_of(pathlib.Path(module).read_text())
    shape = _hlo.XlaComputation(proto).program_shape()
    leaves = leaf_shapes(shape.result_shape())
    mine = leaves_of(ours, leaves)
    if judged:
        return distance(mine, leaves_of(judged, leaves))
    inputs = [leaves_of(line, [p])[0]
              for p, line in zip(xla_cpu.parameters_of(proto), pathlib.Path(arguments).read_text().splitlines())]
    try:
        return distance(mine, xla_cpu.Program(proto)(inputs))
    except Exception as e:
        return f"refused: {str(e)[:100]}"


def answer(what, *question):
    return prepare(*question) if what == "prepare" else compare(*question)


# ---- In the Python that runs this.

def run_ours(bin_, module, arguments):
    try:
        result = subprocess.run([bin_, "--to=literal", f"--arguments={arguments}", module], capture_output=True, text=True,
                                timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False, "takes too long"
    return result.returncode == 0, result.stdout if result.returncode == 0 else result.stderr


def run_judge(judge, pairs):
    """{module: literal} of those that XLA's evaluator runs; it may crash."""
    results, rest = {}, list(pairs)
    while rest and judge:
        try:
            said = subprocess.run([judge], input="".join(f"{m} {a}\n" for m, a in rest), capture_output=True, text=True,
                                  timeout=SECONDS * 4).stdout
        except subprocess.TimeoutExpired as e:
            said = (e.stdout or b"").decode()
        lines = said.splitlines()
        for line in lines:
            module, kind, text = line.split("\t", 2)
            results[module] = (kind == "ok", text)
        rest = rest[len(lines) + 1:]
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge")
    parser.add_argument("--modules")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--min", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    python = jax_worker.python_with_jax()
    if python is None:
        return jax_worker.SKIP
    worker = jax_worker.JaxWorker(python, os.path.abspath(__file__), SECONDS)
    args.work.mkdir(parents=True, exist_ok=True)

    # (group, name, module, arguments)
    cases = []
    def write(group, name, text, arguments):
        module = args.work / f"{group}-{name}.hlo"
        module.write_text(text)
        module.with_suffix(".arguments").write_text("".join(a + "\n" for a in arguments))
        cases.append((group, name, str(module), str(module.with_suffix(".arguments"))))
    for i in range(args.programs):
        program = evaluate_programs.Program(args.seed * 1000003 + i)
        write("random", str(i), program.text, program.arguments)
    if args.programs:
        for opcode, type_, text, arguments in evaluate_programs.functions(args.seed):
            write("function", f"{opcode}-{type_}", text, arguments)
    counts = collections.Counter()
    for module in sorted(glob.glob(os.path.join(args.modules or "", "*.hlo")))[::args.every] if args.modules else []:
        arguments = str(args.work / (os.path.basename(module) + ".arguments"))
        why = worker.ask("prepare", module, arguments)
        if why != "":
            counts["module", "ours", "left out: " + str(why).split(":")[0]] += 1
            continue
        cases.append(("module", os.path.basename(module), module, arguments))

    ours = {module: run_ours(args.bin, module, arguments) for _, _, module, arguments in cases}
    judged = run_judge(args.judge, [(m, a) for _, _, m, a in cases if ours[m][0]])
    functions, failures = collections.defaultdict(dict), []
    for group, name, module, arguments in cases:
        is_ok, text = ours[module]
        if not is_ok:
            counts[group, "ours", "refused"] += 1
            if args.verbose:
                print(f"{name}: {text.strip()[:300]}")
            if group != "module":
                failures.append(f"{name}: {text.strip()[:300]}")
            continue
        found = {"cpu": worker.ask("compare", module, arguments, text, "")}
        if args.judge:
            judge_ok, judge_text = judged.get(module, (False, "crashed"))
            found["judge"] = worker.ask("compare", module, arguments, text, judge_text) if judge_ok else "refused: " + judge_text[:100]
        for who, value in found.items():
            if value is None:
                value = "crashes, or takes too long"
            if isinstance(value, str):
                verdict = "refused by XLA"
            elif value == 0:
                verdict = "equal"
            elif value >= 0 and (group == "function" or value <= ULPS):
                verdict = "close"
            else:
                verdict = "different"
                failures.append(f"{name}: {who}: {value if value > 0 else 'an integer'}")
            counts[group, who, verdict] += 1
            if group == "function":
                functions[name][who] = value
            if args.verbose:
                print(f"{name}: {who} {verdict} {value}", flush=True)
    for (group, who, verdict), n in sorted(counts.items()):
        print(f"{group:9} {who:6} {n:5} {verdict}")
    for name, distances in sorted(functions.items()):
        print(f"  {name}: " + ", ".join(f"{who} {d}" for who, d in distances.items()))
    for line in failures:
        print("different:", line)
    compared = sum(n for (group, who, verdict), n in counts.items()
                   if group == "module" and who == "cpu" and verdict in ("equal", "close", "different"))
    return 0 if not failures and compared >= args.min else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--worker"]:
        os.environ["XLA_FLAGS"] = ("--xla_allow_excess_precision=false --xla_backend_optimization_level=0 "
                                   "--xla_llvm_disable_expensive_passes=true")
        jax_worker.answer_questions(answer)
    sys.exit(main())
