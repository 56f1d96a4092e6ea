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
    for file in files:
        for answer in answers_to(file, folder):
            answer.unlink(missing_ok=True)
    while files:
        with tempfile.NamedTemporaryFile("w", suffix=".list") as files_from:
            files_from.write("".join(f"{file}\n" for file in files))
            files_from.flush()
            command = [oracle, "--batch", *flags, "--out", folder, "--files_from", files_from.name]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            try:
                if ends(process, files, folder):
                    return
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        at = next((i for i, file in enumerate(files) if not is_answered(file, folder)), None)
        if at is None:
            return
        answers_to(files[at], folder)[-1].write_text("CRASH: no answer\n")
        files = files[at + 1 :]


def ends(process, files, folder):
    """False if it makes no answers any more."""
    count = -1
    while True:
        try:
            process.wait(PATIENCE)
            return True
        except subprocess.TimeoutExpired:
            before, count = count, sum(is_answered(file, folder) for file in files)
        if count == before:
            return False


def answers_to(file, folder):
    name = os.path.basename(file).removesuffix(".pb").removesuffix(".hlo")
    return [pathlib.Path(folder, name + end) for end in (".txt", ".hlo.pb", ".err")]


def is_answered(file, folder):
    return any(answer.exists() for answer in answers_to(file, folder))
