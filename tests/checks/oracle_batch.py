"""Asks XLA about many files at once.

    ask("xla_oracle", ["--to_proto"], files, folder)

XLA is a program with the flags --batch, --out and --files_from.
"""
import os
import subprocess
import tempfile


def ask(oracle, flags, files, folder):
    """Its answers, a file for each in the folder; of a file that it refuses, NAME.err."""
    os.makedirs(folder, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as files_from:
        files_from.write("".join(f"{file}\n" for file in files))
        files_from.flush()
        command = [oracle, "--batch", *flags, "--out", folder, "--files_from", files_from.name]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
