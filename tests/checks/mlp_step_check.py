#!/usr/bin/env python3
"""A training step made with the builder is the program that it should be, as XLA sees it.

  mlp_step_check.py --print build/tests/print_mlp_step

XLA prints the text of the module, and its HloModuleProto, as the library does. The proto, compiled
by XLA for the CPU, computes the loss and the weights that NumPy does, on random inputs; ten steps
on the same inputs lower the loss. HLO_JAX_PYTHON is a Python with JAX; default: the one that runs
this. Skipped without JAX.
"""
import argparse
import os
import subprocess
import sys

SKIP = 77
LEARNING_RATE = 0.5


def step(np, x, labels, w1, b1, w2, b2):
    """The same in NumPy, in f64."""
    hidden = x @ w1 + b1
    active = np.maximum(hidden, 0)
    logits = active @ w2 + b2
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_likely = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    loss = -(labels * log_likely).sum() / len(x)
    d_logits = (np.exp(log_likely) - labels) / len(x)
    d_hidden = np.where(hidden > 0, d_logits @ w2.T, 0)
    gradients = (x.T @ d_hidden, d_hidden.sum(axis=0), active.T @ d_logits, d_logits.sum(axis=0))
    return [loss, *(w - LEARNING_RATE * d for w, d in zip((w1, b1, w2, b2), gradients))]


def check(text, proto):
    import numpy as np
    import xla_cpu

    assert xla_cpu.text_of(xla_cpu.proto_of(text)) == text, "XLA prints the text differently"
    assert xla_cpu.text_of(proto) == text, "XLA prints the proto differently"
    print("XLA prints text and proto as the library does")

    program = xla_cpu.Program(proto)
    worst = 0.0
    for seed in range(20):
        generator = np.random.default_rng(seed)
        inputs = xla_cpu.random_inputs(xla_cpu.parameters_of(proto), generator)
        batch, classes = inputs[1].shape
        inputs[1] = np.eye(classes, dtype=np.float32)[generator.integers(0, classes, batch)]
        results = program(inputs)
        expected = step(np, *(array.astype(np.float64) for array in inputs))
        assert len(results) == len(expected)
        for result, value in zip(results, expected):
            assert result.shape == np.shape(value)
            worst = max(worst, float(np.max(np.abs(result - value) / (1e-2 + np.abs(value)))))
    print(f"loss and weights equal NumPy's on 20 random inputs: relative difference at most {worst:.1e}")
    assert worst < 1e-3

    losses = []
    for _ in range(10):
        loss, *weights = program(inputs)
        inputs[2:] = weights
        losses.append(float(loss))
    print(f"ten steps: loss {losses[0]:.3f} to {losses[-1]:.3f}")
    assert losses[-1] < 0.5 * losses[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--print", required=True)
    args = parser.parse_args()
    python = os.environ.pop("HLO_JAX_PYTHON", None)
    if python:
        os.execvp(python, [python, *sys.argv])
    try:
        import jaxlib._hlo  # noqa: F401
    except ImportError:
        print("needs a Python with JAX in HLO_JAX_PYTHON")
        return SKIP
    text = subprocess.run([args.print], check=True, stdout=subprocess.PIPE, text=True).stdout
    proto = subprocess.run([args.print, "--proto"], check=True, stdout=subprocess.PIPE).stdout
    check(text, proto)
    return 0


if __name__ == "__main__":
    sys.exit(main())
