#!/usr/bin/env python3
"""Every opcode in a chain, bound in every way: does its sugar read back, here and in XLA?

  async_opcodes_check.py --bin build/hlo-fmt --work DIR [--oracle XLA] [--only REGEX]

Makes a module in generic form for each opcode, each number of operands that the start binds, each link
that binds the result, scheduled or not. Their text with --async_reader=xla-0.12 and hlo-text must be the same
program. With --oracle, a program with the flags of oracle_batch.py, XLA must read the first one as that
program, too, if it reads the generic form.

Then also lists what XLA does not read, and what prints in generic form although XLA reads its sugar: facts
of hlo/tables/opcodes.def that have become needless. Exits with 1 if a text is refused or another program.
"""
import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys

import oracle_batch

ADD = "add_f32 {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n"
LESS = "less {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=LT\n}\n"
NEGATE = "callee {\n  a = f32[8] parameter(0)\n  ROOT b = f32[8] negate(a)\n}\n"
NEGATE_SCALAR = "callee {\n  a = f32[] parameter(0)\n  ROOT b = f32[] negate(a)\n}\n"
BRANCHES = NEGATE + "other {\n  a = f32[8] parameter(0)\n  ROOT b = f32[8] abs(a)\n}\n"
LOOP = ("body {\n  a = (s32[]) parameter(0)\n  ROOT b = (s32[]) copy(a)\n}\n"
        "condition {\n  a = (s32[]) parameter(0)\n  ROOT b = pred[] constant(false)\n}\n")
SELECT = "less {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=GE\n}\n"
SCAN = ("scanned {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] add(a, b)\n"
        "  ROOT d = (f32[], f32[]) tuple(c, c)\n}\n")
GROUPS = "replica_groups={{0,1}}"

# opcode: operands, result, attributes, computations.
UNARY = """abs acos acosh asin asinh atanh cbrt ceil cosine cosh erf exponential exponential-minus-one floor log
log-plus-one log2 logistic negate round-nearest-afz round-nearest-even rsqrt sign sine sinh sqrt tan tanh
copy exp2""".split()
BINARY = "add atan2 divide maximum minimum multiply power remainder subtract".split()
INTEGER = "and or xor shift-left shift-right-arithmetic shift-right-logical mulhi".split()
F, S, T = "f32[8]", "s32[8]", "(f32[8], f32[8])"
INSTRUCTIONS = {
    **{opcode: ([F], F, "", "") for opcode in UNARY},
    **{opcode: ([F, F], F, "", "") for opcode in BINARY},
    **{opcode: ([S, S], S, "", "") for opcode in INTEGER},
    "add-dependency": ([F, "token[]"], F, "", ""),
    "after-all": (["token[]", "token[]"], "token[]", "", ""),
    "all-gather": ([F], "f32[16]", GROUPS + ", dimensions={0}", ""),
    "all-reduce": ([F], F, GROUPS + ", to_apply=add_f32", ADD),
    "all-to-all": ([F, F], T, GROUPS, ""),
    "batch-norm-grad": (["f32[4,8]", F, F, F, "f32[4,8]"], "(f32[4,8], f32[8], f32[8])", "epsilon=0.1, feature_index=1", ""),
    "batch-norm-inference": (["f32[4,8]", F, F, F, F], "f32[4,8]", "epsilon=0.1, feature_index=1", ""),
    "batch-norm-training": (["f32[4,8]", F, F], "(f32[4,8], f32[8], f32[8])", "epsilon=0.1, feature_index=1", ""),
    "bitcast": ([F], "f32[2,4]", "", ""),
    "bitcast-convert": ([F], S, "", ""),
    "broadcast": ([F], "f32[8,4]", "dimensions={0}", ""),
    "call": ([F], F, "to_apply=callee", NEGATE),
    "cholesky": (["f32[4,4]"], "f32[4,4]", "lower=true", ""),
    "clamp": ([F, F, F], F, "", ""),
    "collective-broadcast": ([F], F, GROUPS, ""),
    "collective-permute": ([F], F, "source_target_pairs={{0,1}}", ""),
    "collective-reduce": ([F], F, GROUPS + ", to_apply=add_f32", ADD),
    "compare": ([F, F], "pred[8]", "direction=LT", ""),
    "complex": ([F, F], "c64[8]", "", ""),
    "concatenate": ([F, F], "f32[16]", "dimensions={0}", ""),
    "conditional": (["s32[]", F, F], F, "branch_computations={callee, other}", BRANCHES),
    "convert": ([F], S, "", ""),
    "convolution": (["f32[1,8,1]", "f32[3,1,1]"], "f32[1,6,1]", "window={size=3}, dim_labels=b0f_0io->b0f", ""),
    "count-leading-zeros": ([S], S, "", ""),
    "custom-call": ([F, F], F, 'custom_call_target="f"', ""),
    "domain": ([F], F, "domain={kind=\"sharding\", entry={maximal device=0}, exit={maximal device=1}}", ""),
    "dot": (["f32[4,8]", "f32[8,4]"], "f32[4,4]", "lhs_contracting_dims={1}, rhs_contracting_dims={0}", ""),
    "dynamic-reshape": ([F, "s32[]", "s32[]"], "f32[2,<=4]", "", ""),
    "dynamic-slice": ([F, "s32[]"], "f32[4]", "dynamic_slice_sizes={4}", ""),
    "dynamic-update-slice": ([F, "f32[4]", "s32[]"], F, "", ""),
    "fft": (["c64[8]"], "c64[8]", "fft_type=FFT, fft_length={8}", ""),
    "fma": ([F, F, F], F, "", ""),
    "fusion": ([F], F, "kind=kLoop, calls=callee", NEGATE),
    "gather": (["f32[8,4]", "s32[2]"], "f32[2,4]", "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}", ""),
    "get-dimension-size": (["f32[<=8]"], "s32[]", "dimensions={0}", ""),
    "get-tuple-element": ([T], F, "index=1", ""),
    "imag": (["c64[8]"], F, "", ""),
    "infeed": (["token[]"], "(f32[8], token[])", "", ""),
    "iota": ([], F, "iota_dimension=0", ""),
    "is-finite": ([F], "pred[8]", "", ""),
    "map": ([F], F, "dimensions={0}, to_apply=callee", NEGATE_SCALAR),
    "not": ([S], S, "", ""),
    "opt-barrier": ([F], F, "", ""),
    "outfeed": ([F, "token[]"], "token[]", "outfeed_shape=f32[8]", ""),
    "pad": ([F, "f32[]"], "f32[10]", "padding=1_1", ""),
    "partition-id": ([], "u32[]", "", ""),
    "popcnt": ([S], S, "", ""),
    "ragged-all-to-all": ([F, F, "s32[2]", "s32[2]", "s32[2]", "s32[2]"], F, GROUPS, ""),
    "ragged-dot": (["f32[4,8]", "f32[2,8,4]", "s32[2]"], "f32[4,4]", "lhs_contracting_dims={1}, rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}", ""),
    "real": (["c64[8]"], F, "", ""),
    "recv": (["token[]"], "(f32[8], u32[], token[])", "channel_id=1", ""),
    "recv-done": (["(f32[8], u32[], token[])"], "(f32[8], token[])", "channel_id=1", ""),
    "reduce": ([F, "f32[]"], "f32[]", "dimensions={0}, to_apply=add_f32", ADD),
    "reduce-precision": ([F], F, "exponent_bits=8, mantissa_bits=7", ""),
    "reduce-scatter": ([F], "f32[4]", GROUPS + ", dimensions={0}, to_apply=add_f32", ADD),
    "reduce-window": ([F, "f32[]"], "f32[4]", "window={size=2 stride=2}, to_apply=add_f32", ADD),
    "replica-id": ([], "u32[]", "", ""),
    "reshape": ([F], "f32[2,4]", "", ""),
    "reverse": ([F], F, "dimensions={0}", ""),
    "rng": (["f32[]", "f32[]"], F, "distribution=rng_uniform", ""),
    "rng-bit-generator": (["u64[2]"], "(u64[2], u32[8])", "algorithm=rng_default", ""),
    "rng-get-and-update-state": ([], "u64[2]", "delta=2", ""),
    "scaled-dot": (["f8e4m3fn[4,8]", "f8e4m3fn[8,4]", "f8e8m0fnu[4,1]", "f8e8m0fnu[1,4]"], "f32[4,4]", "lhs_contracting_dims={1}, rhs_contracting_dims={0}", ""),
    "scan": ([F, "f32[]"], "(f32[8], f32[])", "dimensions={0}, num_carries=1, to_apply=scanned", SCAN),
    "scatter": ([F, "s32[2,1]", "f32[2]"], F, "update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add_f32", ADD),
    "select": (["pred[8]", F, F], F, "", ""),
    "select-and-scatter": ([F, "f32[4]", "f32[]"], F, "window={size=2 stride=2}, select=less, scatter=add_f32", SELECT + ADD),
    "send": ([F, "token[]"], "(f32[8], u32[], token[])", "channel_id=1", ""),
    "send-done": (["(f32[8], u32[], token[])"], "token[]", "channel_id=1", ""),
    "set-dimension-size": ([F, "s32[]"], "f32[<=8]", "dimensions={0}", ""),
    "shuffle": ([F], F, "dimensions={0}, mode=rotate, shifts={1}", ""),
    "slice": ([F], "f32[4]", "slice={[0:4]}", ""),
    "sort": ([F], F, "dimensions={0}, to_apply=less", LESS),
    "stochastic-convert": ([F, "u32[8]"], "s32[8]", "", ""),
    "topk": ([F], "(f32[2], s32[2])", "k=2, largest=true", ""),
    "transpose": (["f32[2,4]"], "f32[4,2]", "dimensions={1,0}", ""),
    "triangular-solve": (["f32[4,4]", "f32[4,4]"], "f32[4,4]", "left_side=true, lower=true, unit_diagonal=false, transpose_a=NO_TRANSPOSE", ""),
    "tuple": ([F, F], T, "", ""),
    "while": (["(s32[])"], "(s32[])", "condition=condition, body=body", LOOP),
}
# XLA reads X-start as that opcode, and prints X-start of a chain: both texts are one program here.
PAIRS = ("all-gather", "all-reduce", "collective-permute")


def bindings(operands):
    """(operands bound at the start, number of updates, link that binds the result: 0 for the start)."""
    found = set()
    for at_start in {0, 1, operands - 1, operands} & set(range(operands + 1)):
        updates = 0 if at_start == operands else 1
        for more in (0, 1):
            for result in range(updates + more + 2):
                found.add((at_start, updates + more, result))
    return sorted(found)


def module(opcode, binding, is_scheduled):
    """The text in generic form."""
    operands, result, attributes, computations = INSTRUCTIONS[opcode]
    at_start, updates, bound = binding
    parameters = [f"  p{i} = {shape} parameter({i})" for i, shape in enumerate(operands)]
    names = [f"p{i}" for i in range(len(operands))]
    root = f"  ROOT r = {result} {opcode}({', '.join(names)}){', ' if attributes else ''}{attributes}"
    lines = [f"HloModule m{', is_scheduled=true' if is_scheduled else ''}", ""]
    lines += [computations + "w {", *parameters, root, "}", "", "ENTRY e {", *parameters]
    known, link = at_start, "start"
    for i in range(updates + 1):
        new = names[:at_start] if i == 0 else ["l%d" % (i - 1)]
        if i == 1:
            new, known = new + names[at_start:], len(operands)
        phase = "start" if i == 0 else "update"
        shape = f"(({', '.join(operands[:known])}), {result if bound <= i else '()'}, s32[])"
        lines.append(f"  l{i} = {shape} async-{phase}({', '.join(new)}){', calls=w' if i == 0 else ''}")
    lines += [f"  ROOT d = {result} async-done(l{updates})", "}", ""]
    return "\n".join(lines)


def write_modules(folder, only):
    files = []
    for opcode, (operands, *_) in INSTRUCTIONS.items():
        if only and not re.fullmatch(only, opcode):
            continue
        for binding in bindings(len(operands)):
            for is_scheduled in (False, True):
                name = f"{opcode}.{'.'.join(map(str, binding))}{'.scheduled' if is_scheduled else ''}.hlo"
                files.append(folder / name)
                files[-1].write_text(module(opcode, binding, is_scheduled))
    return files


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr[:2000])
    return result.stdout


def reformat(binary, files, folder, flags):
    """Copies in the folder, as hlo-fmt prints them."""
    copies = [shutil.copy(file, folder / file.name) for file in files]
    run([binary, "-i", *flags, *copies])
    return copies


def fingerprints(binary, files):
    lines = run([binary, "--fingerprint", *files]).splitlines() if files else []
    return {file: line.replace(str(file), "") for file, line in zip(files, lines)}


def is_sugar(file):
    return "async-start" not in file.read_text()


def opcode_of(file):
    return file.name.split(".")[0]


def ask(oracle, files, folder):
    """For each file, what XLA makes of it: the path of a module, or None and an error."""
    oracle_batch.ask(oracle, ["--to_proto"], files, folder)
    answers = {}
    for file in files:
        proto, error = folder / f"{file.stem}.hlo.pb", folder / f"{file.stem}.err"
        text = error.read_text().strip() if error.exists() else "no answer"
        answers[file] = (proto, "") if proto.exists() else (None, re.sub(r"F\d+ [\d:.]+ +\d+ ", "", text))
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--oracle")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    for form in ("generic", "default", "hlo-text"):
        (args.work / form).mkdir(parents=True, exist_ok=True)
    generic = write_modules(args.work / "generic", args.only)
    default = reformat(args.bin, generic, args.work / "default", [])
    sugar = reformat(args.bin, generic, args.work / "hlo-text", ["--async_reader=hlo-text"])
    known = fingerprints(args.bin, generic)
    failures = []
    for form in (default, sugar):
        read = fingerprints(args.bin, form)
        failures += [(copy, "is another program", copy.read_text())
                     for file, copy in zip(generic, form) if read[copy] != known[file]]
    counts = collections.Counter(modules=len(generic), default=sum(map(is_sugar, default)),
                                 sugar=sum(map(is_sugar, sugar)))
    if args.oracle:
        failures += compare_with_xla(args, generic, default, sugar, known, counts)
    for file, problem, details in failures[:20]:
        print(f"{file.stem}: {problem}\n  {details.strip()[:600]}")
    print(f"{counts['modules']} modules, {counts['default']} print as sugar, {counts['sugar']} for hlo-text; "
          f"{len(failures)} failures")
    sys.exit(bool(failures))


def compare_with_xla(args, generic, default, sugar, known, counts):
    plain = ask(args.oracle, generic, args.work / "generic-xla")
    answers = ask(args.oracle, default, args.work / "default-xla")
    left_out = [s for d, s in zip(default, sugar) if is_sugar(s) and not is_sugar(d)]
    others = ask(args.oracle, left_out, args.work / "hlo-text-xla")
    protos = [proto for proto, _ in [*answers.values(), *others.values()] if proto is not None]
    read = fingerprints(args.bin, protos)
    failures, refused, needless = [], collections.Counter(), []
    for file, copy in zip(generic, default):
        if plain[file][0] is None:
            refused[f"{opcode_of(file)}: generic form: {plain[file][1][:200]}"] += 1
            continue
        proto, error = answers[copy]
        if proto is None:
            failures.append((copy, "XLA does not read the default text", error))
        elif read[proto] != known[file] and not (opcode_of(file) in PAIRS and is_sugar(copy)):
            failures.append((copy, "XLA reads another program", copy.read_text()))
    for copy in left_out:
        proto, error = others[copy]
        if proto is not None and read[proto] == known[args.work / "generic" / copy.name]:
            needless.append(copy.stem)
        else:
            refused[f"{opcode_of(copy)}: sugar: {error[:100] if proto is None else 'another program'}"] += 1
    for line, count in sorted(refused.items()):
        print(f"{count:4} {line}")
    print("Generic although XLA reads the sugar:", ", ".join(needless) or "none")
    return failures


if __name__ == "__main__":
    main()
