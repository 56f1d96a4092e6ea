#!/usr/bin/env python3
"""Reads protos that XLA dumps while it compiles, as XLA does.

  dumped_protos_check.py --programs build --oracle XLA --jax PYTHON [--every N] [--work DIR]

Compiles the programs of testdata/jax with JAX, with a dump after each pass. For every N-th:

  reads     hlo-translate --to=hlo prints what XLA --from_proto does
  formats   hlo-fmt, too
  rewrites  of what hlo-translate --to=hlo-proto writes of it, XLA prints the same

Unlike those that XLA makes of texts, these have ids in an order of their own: that of creation, which is
not that of a schedule. XLA is a program as for oracle_batch.py, PYTHON one with jax 0.12. Exits 1 if one
differs, and with 77 without ORACLE or PYTHON.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

from oracle_batch import ask
from proto_corpus_check import report, run

PROGRAMS = pathlib.Path(__file__).resolve().parents[2] / "testdata/jax/programs"
LARGE = ["--set", "print_large_constants=1"]


def compile_all(jax, work):
    """The protos that the programs' compilations dump, each under a name of its own."""
    dumps = []
    for program in sorted(PROGRAMS.glob("*.py")):
        dump = work / f"dump-{program.stem}"
        flags = f"--xla_dump_to={dump} --xla_dump_hlo_as_proto --xla_dump_hlo_pass_re=.*"
        if program.stem == "collectives":
            flags += " --xla_force_host_platform_device_count=8"
        environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu", "PARTITIONER": "shardy"}
        subprocess.run([jax, program], cwd=work, env=environment, check=True, stdout=subprocess.DEVNULL)
        for proto in sorted(dump.glob("*.hlo.pb")):
            dumps.append(proto.rename(work / f"{program.stem}.{proto.name}"))
    return dumps


def answer(folder, proto):
    path = folder / (proto.name.removesuffix(".hlo.pb") + ".txt")
    return path.read_bytes() if path.exists() else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("programs", "oracle", "jax", "work"):
        parser.add_argument("--" + name)
    parser.add_argument("--every", type=int, default=1)
    args = parser.parse_args()
    if not args.oracle or not os.access(args.jax or "", os.X_OK):
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(args.work or temporary)
        protos = compile_all(args.jax, work)[:: args.every]
        xla, xla_again, written = work / "xla", work / "xla_again", work / "written"
        written.mkdir(exist_ok=True)

        def print_and_write(proto):
            translate = f"{args.programs}/hlo-translate"
            text = run([translate, "--async=xla", "--to=hlo", proto])
            formatted = run([f"{args.programs}/hlo-fmt", "--async=xla", "--print_large_constants", proto])
            (written / proto.name).write_bytes(run([translate, "--to=hlo-proto", proto]) or b"")
            return text, formatted

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            texts, formatted = zip(*pool.map(print_and_write, protos))
        ask(args.oracle, ["--from_proto", *LARGE], protos, xla)
        ask(args.oracle, ["--from_proto", *LARGE], [written / proto.name for proto in protos], xla_again)
        again = [answer(xla_again, proto) for proto in protos]
        ok = True
        for check, mine in (("reads", texts), ("formats", formatted), ("rewrites", again)):
            results = [(p.name, text is not None and text == answer(xla, p)) for p, text in zip(protos, mine)]
            ok &= report(check, results, 100)
        return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
