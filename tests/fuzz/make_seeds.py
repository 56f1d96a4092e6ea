#!/usr/bin/env python3
"""Makes seed corpora for the fuzz targets from testdata, and from what fuzzing has found.

  make_seeds.py --out DIR [--testdata DIR] [--every N] [TARGET...]

Writes DIR/TARGET/*: the inputs of goldens, large ones cut into computations; for `sugar` only those
with asynchronous operations, for `values` their shapes, values and lines, for `diff` also the pairs
of testdata/diff, for `mlir` also their exports, for `profile` and `buffers` dumps of XLA, for `lsp`
also the conversations of testdata/lsp. Half of them get choices (fuzzing.h), for `edit` and `lsp`
all. With --every N, only every N-th. And all finds of tests/fuzz/corpus, which keep_finds has written.
"""
import argparse
import glob
import json
import os
import re
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.path.join(ROOT, "tests", "fuzz", "corpus")
TARGETS = sorted(
    os.path.basename(path)[: -len("_fuzzer.cc")]
    for path in glob.glob(os.path.join(ROOT, "tests", "fuzz", "*_fuzzer.cc"))
)
# Printed forms of the same programs.
PRINTED = re.compile(r"\.(default|again|large|keep|unknown|unknown-keep|async-[a-z]+)\.hlo$|/(options|pairs)/")
ASYNC = re.compile(rb"-(start|update|done)\(")
MAX_SEED = 3000
# libFuzzer's, for each input; 25 seconds, on a busy machine.
LIMITS = ["-max_len=4096", "-timeout=25", "-rss_limit_mb=2048"]
EDIT_CHOICES = 1 + 5 * 12
LSP_CHOICES = 15
MAX_VALUES = 50  # per function

VALUE = r"(\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"
# Inputs of each function of hlo/parse_values.h, in the order of values_fuzzer.cc.
VALUES = [
    r"= ((?:\w+\[[^\]]*\](?:\{[^}]*\})?)|\((?:\w+\[[^\]]*\](?:\{[^}]*\})?(?:, )?)+\)) ",
    r"operand_layout_constraints=" + VALUE,
    r"\w\[[^\]]*\](\{[^}]*:[^}]*\})",
    r"((?:\w+\[[^\]]*\](?:\{[^}]*\})?) )constant\((.*)\)",
    r"sharding=" + VALUE,
    r"replica_groups=(\S*[\]}])",
    r"window=" + VALUE,
    r"dim_labels=(\S*[^,\s])",
    r"padding=(\S*[^,\s])",
    r"slice=" + VALUE,
    r"dimensions=" + VALUE,
    r"allow_spmd_sharding_propagation_to_\w+=" + VALUE,
    r"parameter_replication=" + VALUE,
    r"frontend_attributes=" + VALUE,
    r"statistics=" + VALUE,
    r"metadata=" + VALUE,
    r"origin=" + VALUE,
    r"\n +((?:ROOT )?%?[\w.-]+ = [^\n]*)",
    r"\n((?:%?[\w.-]+)[^\n]*\{\n(?:  [^\n]*\n)*\})",
]


def bytes_for(text, count):
    """Bytes that look random but are the same each time."""
    return b"".join(zlib.crc32(text, i).to_bytes(4, "little") for i in range((count + 3) // 4))[:count]


def cut(text):
    """`text`, or small computations of it, cut between lines."""
    if len(text) <= MAX_SEED:
        return [text]
    parts = []
    for part in re.split(rb"(?<=\n)\n", text):
        if len(part) > MAX_SEED:
            part = part[: part.rfind(b"\n", 0, MAX_SEED) + 1] + b"}\n"
        parts.append(part)
    return parts[:4] + parts[-1:]


def read_inputs(testdata):
    inputs = []
    for folder, _, names in sorted(os.walk(testdata)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(".hlo") and not PRINTED.search(path):
                with open(path, "rb") as f:
                    inputs.append(f.read())
    return inputs


def modules(inputs, target):
    for text in inputs:
        for part in cut(text):
            if target == "sugar" and not ASYNC.search(part):
                continue
            if target == "edit":
                yield part + b"\0" + bytes_for(part, EDIT_CHOICES).replace(b"\0", b"\1")
            elif target == "lsp":
                yield part + b"\0" + bytes_for(part, LSP_CHOICES).replace(b"\0", b"\1")
            elif target != "lexer" and zlib.crc32(part) % 2:
                # Not NUL, which would be the last one.
                yield part + b"\0" + bytes_for(part, 3).replace(b"\0", b"\1")
            else:
                yield part


def values(inputs):
    for number, pattern in enumerate(VALUES):
        found = {}
        for text in inputs:
            for match in re.findall(pattern, text.decode("latin-1")):
                piece = "".join(match) if isinstance(match, tuple) else match
                if len(piece) <= MAX_SEED:
                    found[piece] = None
        # Evenly from all of testdata.
        found = list(found)
        for piece in found[:: len(found) // MAX_VALUES + 1]:
            # Choice 0 is the default for missing choices.
            yield piece.encode("latin-1") + (b"\0" + bytes([number]) if number else b"")


def pairs(testdata):
    """Both texts of each pair, as diff_fuzzer.cc splits them."""
    folder = os.path.join(testdata, "diff")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".before.hlo"):
            continue
        texts = []
        for end in ("before", "after"):
            with open(os.path.join(folder, name.replace(".before.", f".{end}.")), "rb") as f:
                texts.append(f.read())
        yield b"// -----\n".join(texts)


def mlir(inputs, testdata):
    for part in modules(inputs, "lexer"):
        if ASYNC.search(part):
            yield part + b"\0\1"
    folder = os.path.join(testdata, "mlir")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".mlir"):
            with open(os.path.join(folder, name), "rb") as f:
                yield f.read()


def files(testdata, pattern):
    for path in sorted(glob.glob(os.path.join(testdata, pattern))):
        with open(path, "rb") as f:
            yield f.read()


def conversations(testdata):
    """The messages of testdata/lsp as the stream of bytes that an editor sends."""
    folder = os.path.join(testdata, "lsp")
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".lsp"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            pieces = f.read().split("// -----\n")
        stream = b""
        for number, piece in enumerate(pieces):
            message = json.loads(piece)
            document = message.get("params", {})
            document = document.get("textDocument", {}) if isinstance(document, dict) else {}
            if isinstance(document.get("text"), list):
                document["text"] = "\n".join(document["text"])
            body = message.get("raw") or json.dumps({"jsonrpc": "2.0", "id": number, **message})
            if number == 0 and "initialize" not in body:
                start = '{"id":0,"method":"initialize"}'
                stream += b"Content-Length: %d\r\n\r\n%s" % (len(start), start.encode())
            if "/did" in body:
                body = body.replace(f'"id": {number}, ', "")
            stream += b"Content-Length: %d\r\n\r\n%s" % (len(body.encode()), body.encode())
        yield stream


def escaped(data):
    """`data` as a line of a file of CORPUS."""
    return data.decode("latin-1").encode("unicode_escape").decode("ascii")


def finds(target):
    """The inputs in the target's file of CORPUS."""
    path = os.path.join(CORPUS, f"{target}.txt")
    if not os.path.exists(path):
        return []
    with open(path, "rb") as f:
        return [line[:-1].decode("unicode_escape").encode("latin-1") for line in f]


def make_seeds(out, targets, testdata=os.path.join(ROOT, "testdata"), every=1, with_finds=True):
    inputs = read_inputs(testdata)
    for target in targets:
        folder = os.path.join(out, target)
        os.makedirs(folder, exist_ok=True)
        if target == "values":
            seeds = list(values(inputs))
        elif target == "mlir":
            seeds = list(mlir(inputs, testdata))
        elif target == "profile":
            seeds = list(files(testdata, "profile/*.xplane.pb"))
        elif target == "buffers":
            seeds = [
                seed
                for pattern in ("profile/*.hlo.pb", "profile/*-*.txt", "passes/jax/*_optimizations-*.txt")
                for seed in files(testdata, pattern)
            ]
        else:
            seeds = list(modules(inputs, target))
        if target == "diff":
            seeds += pairs(testdata)
        if target == "lsp":
            seeds += conversations(testdata)
        for seed in seeds[::every] + (finds(target) if with_finds else []):
            with open(os.path.join(folder, f"{zlib.crc32(seed):08x}"), "wb") as f:
                f.write(seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", required=True)
    parser.add_argument("--testdata", default=os.path.join(ROOT, "testdata"))
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("targets", nargs="*", default=TARGETS)
    args = parser.parse_args()
    make_seeds(args.out, args.targets, args.testdata, args.every)
