"""Asks XLA about many files at once.

    ask("xla_oracle", ["--to_proto"], files, folder)

XLA is a program with the flags --batch, --out and --files_from, which answers in the order of the files.
"""
import os
import pathlib
import signal
import subprocess
import tempfile

PATIENCE = 60  # seconds without an answer


def ask(oracle, flags, files, folder):
    """Its answers, a file for each in the folder; of a file that it refuses, that makes it crash or that
    takes it too long, NAME.err."""
    os.makedirs(folder, exist_ok=True)
    files = [str(file) for file in files]
    while files:
        with tempfile.NamedTemporaryFile("w", suffix=".list") as files_from:
            files_from.write("".join(f"{file}\n" for file in files))
            files_from.flush()
            command = [oracle, "--batch", *flags, "--out", folder, "--files_from", files_from.name]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            if ends(process, folder):
                return
        at = next((i for i, file in enumerate(files) if not is_answered(file, folder)), None)
        if at is None:
            return
        pathlib.Path(folder, name_of(files[at]) + ".err").write_text(f"CRASH: no answer in {PATIENCE} s\n")
        files = files[at + 1 :]


def ends(process, folder):
    """False, and kills it, if it makes no answers any more."""
    answers = -1
    while True:
        try:
            process.wait(PATIENCE)
            return True
        except subprocess.TimeoutExpired:
            before, answers = answers, len(os.listdir(folder))
        if answers == before:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return False


def name_of(file):
    return os.path.basename(file).removesuffix(".pb").removesuffix(".hlo")


def is_answered(file, folder):
    return any(os.path.exists(os.path.join(folder, name_of(file) + end)) for end in (".txt", ".hlo.pb", ".err"))
