"""Tests the decisions of .ci/perf on invented times."""
import importlib.machinery
import importlib.util
import itertools
import math
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True  # or beside .ci/perf
PATH = pathlib.Path(__file__).resolve().parents[2] / ".ci" / "perf"
sys.path.insert(0, str(PATH.parent))
loader = importlib.machinery.SourceFileLoader("perf", str(PATH))
perf = importlib.util.module_from_spec(importlib.util.spec_from_loader("perf", loader))
loader.exec_module(perf)


def seconds(parse, print_):
    return {"parse": parse, "print": print_}


def steady(before, now):
    """A machine without noise; the same times for each text."""
    return lambda program, text: before if program == "before" else now


class Decide(unittest.TestCase):
    def lost(self, run, texts=("a", "b"), limit=15, **options):
        return perf.decide(run, texts, rounds=2, limit=limit, **options)[1]

    def test_the_same_speed(self):
        self.assertEqual(self.lost(steady(seconds(1, 1), seconds(1, 1))), [])

    def test_faster(self):
        self.assertEqual(self.lost(steady(seconds(2, 2), seconds(1, 1))), [])

    def test_a_little_slower(self):
        self.assertEqual(self.lost(steady(seconds(1, 1), seconds(1.17, 1.17))), [])

    def test_slower(self):
        self.assertEqual(self.lost(steady(seconds(1, 1), seconds(1.18, 1.18))),
                         ["parse", "print", "total"])

    def test_one_phase_slower(self):
        self.assertEqual(self.lost(steady(seconds(9, 1), seconds(9, 1.5))), ["print"])
        self.assertEqual(self.lost(steady(seconds(1, 9), seconds(1.5, 9))), ["parse"])

    def test_the_limit(self):
        run = steady(seconds(1, 1), seconds(1.08, 1.08))
        self.assertEqual(self.lost(run), [])
        self.assertEqual(self.lost(run, limit=5), ["parse", "print", "total"])

    def test_the_mean_is_geometric(self):
        # One twice as slow and one twice as fast cancel out; alone, the first would be a slowdown.
        def run(program, text):
            if program == "before":
                return seconds(1, 1)
            return seconds(2, 2) if text == "a" else seconds(0.5, 0.5)
        self.assertEqual(self.lost(run), [])
        self.assertEqual(self.lost(run, texts=("a",)), ["parse", "print", "total"])

    def test_noise_that_passes(self):
        # The first runs are on a busy machine; later ones show the program's speed.
        calls = itertools.count()
        def run(program, text):
            if program == "now" and next(calls) < 4:
                return seconds(3, 3)
            return seconds(1, 1)
        self.assertEqual(self.lost(run), [])

    def test_runs_of_each_attempt(self):
        calls = []
        def run(program, text):
            calls.append((program, text))
            return seconds(1, 1) if program == "before" else seconds(2, 2)
        self.lost(run, texts=("a",), attempts=3)
        # 2, 4 and 8 rounds of both programs.
        self.assertEqual(len(calls), 28)

    def test_one_attempt_where_all_is_well(self):
        calls = []
        def run(program, text):
            calls.append(program)
            return seconds(1, 1)
        self.lost(run, texts=("a",))
        self.assertEqual(calls, ["before", "now", "now", "before"])

    def test_a_time_of_nothing(self):
        self.assertEqual(self.lost(steady(seconds(1, 0), seconds(1, 0))), [])
        self.assertEqual(self.lost(steady(seconds(1, 0), seconds(1, 1))), ["print", "total"])


class Parts(unittest.TestCase):
    def test_phases(self):
        timing = {"read_s": 9, "parse_s": 1, "desugar_s": 2, "clean_s": 9, "print_s": 4, "write_s": 9}
        self.assertEqual(perf.phases(timing), seconds(3, 4))

    def test_the_least_of_each_phase(self):
        best = {}
        perf.keep_least(best, seconds(1, 5))
        perf.keep_least(best, seconds(3, 2))
        self.assertEqual(best, {"parse": 1, "print": 2, "total": 3})

    def test_mean_speed(self):
        best = {text: {"before": seconds(b, 1), "now": seconds(1, 1)}
                for text, b in (("a", 4), ("b", 1))}
        self.assertTrue(math.isclose(perf.mean_speed(best, "parse"), 2))

    def test_build_options(self):
        cache = ("# comment\nCMAKE_BUILD_TYPE:STRING=Release\nCMAKE_CXX_FLAGS:STRING=-O2 -DX=1\n"
                 "CMAKE_CXX_FLAGS_RELEASE:STRING=\nHLO_TEXT_BUILD_TESTS:BOOL=ON\n")
        self.assertEqual(perf.build_options(cache),
                         ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-O2 -DX=1"])


if __name__ == "__main__":
    unittest.main()
