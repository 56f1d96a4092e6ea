"""Asks questions in a process of its own, under a Python with JAX: XLA aborts on some modules, and loops on others."""
import json
import os
import selectors
import subprocess
import sys

SKIP = 77


def python_with_jax():
    """HLO_JAX_PYTHON, or the Python that runs this; None, after a message, if that has no JAX."""
    python = os.environ.get("HLO_JAX_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import jaxlib._hlo"], stderr=subprocess.DEVNULL).returncode == 0:
        return python
    print("needs a Python with JAX in HLO_JAX_PYTHON")
    return None


def answer_questions(answer):
    """The other end: prints answer(*question) for each line, both JSON."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what XLA prints is no answer
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), file=answers, flush=True)
    os._exit(0)


class JaxWorker:
    """Runs `script --worker`, again after each crash."""

    def __init__(self, python, script, seconds):
        self.command = [python, script, "--worker"]
        self.seconds = seconds
        self.process = None

    def ask(self, *question):
        """The answer; None if there is none after so many seconds."""
        if self.process is None:
            self.process = subprocess.Popen(self.command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL)
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(self.seconds) else ""
        if line:
            return json.loads(line)
        self.process.kill()
        self.process.wait()
        self.process = None
        return None
