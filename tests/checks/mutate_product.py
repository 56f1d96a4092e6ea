#!/usr/bin/env python3
"""Changes the product in sampled places, one at a time, and wants the tests to notice.

  mutate_product.py --work DIR [--count 450] [--tables 50] [--seed 1] [--jobs 2] [--least 90]
      [--only REGEX] [--compiler_flags -O1]

Copies the repository to DIR. There --count expressions of sources (*.cc) get a number each: HLO_MUTANT=17
makes the 17th one wrong (mutate_product.h, mutation_sites.py). So one build serves all of them. It is built
without those that do not compile, for which others of the sample step in; then all tests run once, in parts
of a second or two, to see which part evaluates which place. A mutant gets the parts that evaluate it, those
of its own folder first, until one fails: it is killed.
--tables cells of *.def are changed one by one in a copy that only sources, not headers, include; for each,
these sources are compiled, alone, and one test program after the other is linked and run, goldens first.
So a cell that headers read, too, is changed only in part: if it survives, that says little.

Prints a table by folder, and the survivors with their lines; DIR/results.jsonl has them all, and a second
run with the same sources and seed goes on there. Exits 1 if fewer than --least per cent were killed, without
those that equivalent_mutants.tsv, beside this file, explains.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import glob
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import mutation_sites

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LEFT_OUT = ("src/python/", "src/editors/", "src/cmake/", "src/tools/hlo_tools/")
# Without those that count allocations, or take minutes.
NOT_RUN = ("memory_test", "out_of_memory_test")
SECONDS_OF_A_PART = 2
MEMORY_KB = 6 << 20
TABLE_INCLUDE = re.compile(r'(#include "(?:hlo|src)/[\w/]*)\.def"')
# Random tests do less.
ENVIRONMENT = {"HLO_TEXT_MUTANTS": "2000", "GTEST_FAIL_FAST": "1", "GTEST_BRIEF": "1"}


@dataclasses.dataclass(frozen=True)
class Part:
    """A shard of a test program."""
    program: str
    shard: int
    shards: int

    def name(self):
        return f"{self.program} {self.shard + 1}/{self.shards}"


class Product:
    """The copy: sources, build, tests."""

    def __init__(self, args):
        self.work = pathlib.Path(args.work).resolve()
        self.source = self.work / "source"
        self.build = self.work / "build"
        self.flags = args.compiler_flags
        self.texts = self.read_sources()

    def copy(self):
        """Copies what git knows, and removes the rest; only files that differ, so that a second build is short."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        names = set(filter(None, listed.split("\0")))
        for path in [p for top in ("src", "include", "tests", "testdata") for p in (self.source / top).rglob("*.*")]:
            is_ours = path.name.endswith((".mutant.def", "mutate_product.h"))
            if path.is_file() and not is_ours and path.relative_to(self.source).as_posix() not in names:
                path.unlink()
        mutated = set(self.sources())  # instrument() writes these
        for name in names:
            if name not in mutated and name != "CMakeLists.txt" and (ROOT / name).is_file():
                self.write(name, (ROOT / name).read_bytes())
        self.write("src/mutate_product.h", (HERE / "mutate_product.h").read_bytes())
        readers = [f'"{self.source / n}"' for n, t in self.texts.items() if n.endswith(".cc") and TABLE_INCLUDE.search(t)]
        self.write("CMakeLists.txt", (ROOT / "CMakeLists.txt").read_text() +
                   f"""
# What a table changes is compiled alone.
set_source_files_properties({" ".join(readers)} DIRECTORY . src/tools src/lsp PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON)
""")

    def write(self, name, content):
        content = content.encode() if isinstance(content, str) else content
        path = self.source / name
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        shutil.copymode(ROOT / name, path) if (ROOT / name).exists() else None

    def text(self, name):
        return self.texts[name]

    def sources(self):
        return list(self.texts)

    def read_sources(self):
        """By name; once, so that a change in the repository meanwhile does no harm."""
        names = sorted(p.relative_to(ROOT).as_posix() for kind in ("cc", "h", "def")
                       for top in ("src", "include") for p in (ROOT / top).rglob(f"*.{kind}"))
        return {n: (ROOT / n).read_text() for n in names if not n.startswith(LEFT_OUT)}

    def configure(self):
        command = ["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja",
                   f"-DCMAKE_CXX_FLAGS_RELEASE={self.flags} -w", "-DCMAKE_BUILD_TYPE=Release"]
        if shutil.which("ccache"):
            command.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def make(self, jobs, *targets):
        """The errors of a build; "" if there are none."""
        done = subprocess.run(["ninja", "-k0", f"-j{jobs}", "-C", self.build, *targets], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return "" if done.returncode == 0 else done.stdout

    def programs(self):
        """The test programs that are built."""
        found = [p for p in glob.glob(str(self.build / "tests" / "*_test*")) if os.access(p, os.X_OK) and os.path.isfile(p)]
        return sorted(os.path.basename(p) for p in found if os.path.basename(p) not in NOT_RUN and "." not in os.path.basename(p))

    def run(self, part, seconds, worker, **more):
        """Whether a part succeeds, in so many seconds of processor time."""
        folder = self.work / f"tmp{worker}"
        folder.mkdir(exist_ok=True)
        environment = {**os.environ, **ENVIRONMENT, "TEST_TMPDIR": str(folder), "TMPDIR": str(folder),
                       "GTEST_TOTAL_SHARDS": str(part.shards), "GTEST_SHARD_INDEX": str(part.shard), **more}
        script = f"ulimit -c 0 -v {MEMORY_KB} -t {int(seconds) + 1}; exec ./tests/{part.program}"
        try:
            return subprocess.run(["bash", "-c", script], cwd=self.build, env=environment, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                                  timeout=60 + 10 * seconds).returncode == 0
        except subprocess.TimeoutExpired:
            return False


# ---- Expressions.


def choose(product, args):
    """A sample: of each place one change. It depends on the lines alone, so that it stays when others change.
    A seventh more than --count, for those that do not compile."""
    by_place = collections.defaultdict(list)
    for name in product.sources():
        if name.endswith(".cc") and re.search(args.only, name):
            for site in mutation_sites.sites_of_source(name, product.text(name)):
                by_place[name, site.edits[0][0]].append(site)
    return [chosen[0] for chosen in sorted((shuffled(sites, args.seed) for sites in by_place.values()),
                                           key=lambda sites: rank(sites[0], args.seed))[:args.count + args.count // 7]]


def rank(site, seed):
    twin = f" {site.twin}" if site.twin else ""
    return hashlib.sha256(f"{seed} {site.path} {site.source} {site.change}{twin}".encode()).digest()


def shuffled(sites, seed):
    return sorted(sites, key=lambda site: rank(site, seed))


def instrument(product, sites):
    """Writes the sources; sites: number -> Site."""
    by_file = collections.defaultdict(list)
    for number, site in sites.items():
        by_file[site.path].append((number, site))
    for name in product.sources():
        text = product.text(name)
        if name in by_file:
            text = mutation_sites.instrumented(text, by_file[name])
            text = f'#include "{product.source}/src/mutate_product.h"\n#line 1\n' + text
        if name.endswith(".cc"):
            text = TABLE_INCLUDE.sub(r'\1.mutant.def"', text)
        if name.endswith(".def"):
            product.write(name[:-len("def")] + "mutant.def", text)
        product.write(name, text)


def build_compiling(product, sites, jobs, results):
    """Builds with those of `sites` that compile; returns them."""
    sites = {n: s for n, s in sites.items() if results.outcome(s) != "skipped"}
    while True:
        instrument(product, sites)
        product.configure()
        errors = product.make(jobs)
        if not errors:
            return sites
        bad = set()
        for message in re.split(r"(?=^FAILED: )", errors, flags=re.M):
            places = {(os.path.relpath(p, product.source), int(line)) for p, line in
                      re.findall(r"(/[^\s:]+):(\d+):\d+: +(?:error|required|note|  )", message)}
            bad |= {n for n, s in sites.items() if (s.path, s.line) in places}
        # An expression of several lines is reported at another line, but with the number.
        bad = bad or {int(n) for n in re.findall(r"\bint n = (\d+);", errors)} & set(sites)
        if not bad:
            (product.work / "errors").write_text(errors)
            sys.exit(f"cannot build: {product.work}/errors")
        for number in bad:
            results.add(sites[number], "skipped", "does not compile")
        print(f"{len(bad)} do not compile", flush=True)
        sites = {n: s for n, s in sites.items() if n not in bad}


def measure(product, jobs):
    """Parts of the tests with their seconds; which mutant is evaluated by which."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        def seconds_of(program, shard=0, shards=1, **more):
            start = time.monotonic()
            fine = product.run(Part(program, shard, shards), 600, f"-{program}-{shard}", **more)
            return fine, time.monotonic() - start

        programs = product.programs()
        whole = dict(zip(programs, pool.map(lambda p: seconds_of(p)[1], programs)))
        parts = [Part(p, i, shards) for p in programs for shards in [min(60, 1 + int(whole[p] / SECONDS_OF_A_PART))]
                 for i in range(shards)]

        def reached(part):
            path = product.work / f"reached-{part.program}-{part.shard}"
            path.unlink(missing_ok=True)
            fine, seconds = seconds_of(part.program, part.shard, part.shards, HLO_MUTANTS_REACHED=str(path))
            return fine, seconds, {int(n) for n in path.read_text().split()} if path.exists() else set()

        seconds, reaching = {}, collections.defaultdict(list)
        for part, (fine, time_taken, numbers) in zip(parts, pool.map(reached, parts)):
            if not fine:
                print(f"left out, since it fails without a mutant: {part.name()}", flush=True)
                continue
            seconds[part] = time_taken
            for number in numbers:
                reaching[number].append(part)
    return seconds, reaching


def kill(product, number, site, parts, seconds, worker):
    """The part that kills a mutant; None if it survives."""
    folder = folder_of(site)
    for part in sorted(parts, key=lambda p: (not p.program.startswith(folder), p.program != "golden_test", seconds[p])):
        more = {"HLO_MUTANT": str(number)} if number else {}
        if not product.run(part, 10 + 10 * seconds[part], worker, **more):
            return part
    return None


def folder_of(site):
    parts = site.path.split("/")
    return parts[1] if parts[0] == "src" else "include"


# ---- Results.


def key(site):
    return site.path, site.source, site.change, site.twin


class Results:
    def __init__(self, path):
        self.path = path
        self.all = {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.all[tuple(row[k] for k in ("path", "source", "change", "twin"))] = row

    def outcome(self, site):
        """None if it is not known yet."""
        row = self.all.get(key(site))
        return row and row["outcome"]

    def add(self, site, outcome, by=""):
        """outcome: killed, survived, not reached; or skipped: it changes nothing, or is no program."""
        row = {"path": site.path, "line": site.line, "source": site.source, "change": site.change,
               "twin": site.twin, "outcome": outcome, "by": by}
        self.all[key(site)] = row
        with open(self.path, "a") as f:
            print(json.dumps(row), file=f)
        if outcome in ("survived", "not reached"):
            print(f"{site.path}:{site.line}: {outcome}: {site.change}: {site.source}", flush=True)


def equivalents():
    rows = (line.split("\t") for line in (HERE / "equivalent_mutants.tsv").read_text().splitlines()
            if line and not line.startswith("#"))
    return {(path, source, change) for path, source, change, _ in rows}


def report(rows, least):
    explained = equivalents()
    folders = collections.defaultdict(collections.Counter)
    for row in rows:
        if row["outcome"] == "skipped":
            continue
        outcome = row["outcome"]
        if outcome != "killed" and (row["path"], row["source"], row["change"]) in explained:
            outcome = "equivalent"
        folder = "tables" if row["path"].endswith(".def") else "/".join(row["path"].split("/")[:2])
        for key in (folder, "all"):
            folders[key][outcome] += 1
    print("| | mutants | killed | survived | not reached | equivalent |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for folder, counts in sorted(folders.items(), key=lambda item: (item[0] == "all", item[0])):
        print(f"| {folder} | {sum(counts.values())} | {counts['killed']} | {counts['survived']} | "
              f"{counts['not reached']} | {counts['equivalent']} |")
    counts = folders["all"]
    percent = 100 * counts["killed"] / max(1, sum(counts.values()) - counts["equivalent"])
    print(f"{percent:.1f} % killed")
    return percent >= least


def mutate_expressions(product, args, results):
    sites = dict(enumerate(choose(product, args), 1))
    sites = build_compiling(product, sites, args.jobs, results)
    print(f"{len(sites)} mutants are built", flush=True)
    seconds, reaching = measure(product, args.jobs)
    print(f"{len(seconds)} parts of tests, {sum(seconds.values()):.0f} s; {len(reaching)} mutants are reached", flush=True)

    def one(number):
        site = sites[number]
        if results.outcome(site):
            return
        if number not in reaching:
            only_compiled = site.may_be_compiled
            results.add(site, "skipped" if only_compiled else "not reached", "the compiler evaluates it" * only_compiled)
            return
        part = kill(product, number, site, reaching[number], seconds, number)
        results.add(site, "killed" if part else "survived", part.name() if part else "")
        shutil.rmtree(product.work / f"tmp{number}", ignore_errors=True)

    numbers, tried = iter(sites), []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        while lacking := args.count - sum(results.outcome(s) != "skipped" for s in tried):
            some = list(itertools.islice(numbers, lacking))
            if not some:
                break
            list(pool.map(one, some))
            tried += [sites[n] for n in some]
    return tried, seconds


# ---- Tables.


def mutate_tables(product, args, results, seconds):
    sites = shuffled([s for name in product.sources() if name.endswith(".def") and re.search(args.only, name)
                      for s in mutation_sites.sites_of_table(name, product.text(name))], args.seed)
    binary = product.build / "tests" / "golden_test"
    plain = hashlib.sha256(binary.read_bytes()).digest()
    # Goldens first; then what is short.
    parts = collections.defaultdict(list)
    for part in seconds:
        parts[part.program].append(part)
    programs = sorted(parts, key=lambda p: (p != "golden_test", p != "tables_tests", sum(seconds[s] for s in parts[p])))
    tried = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        def killer_of(program, site):
            product.make(args.jobs, program)  # one is linked in a second
            return next_failing(product, pool, site, parts[program], seconds)

        for site in sites:
            if sum(results.outcome(s) != "skipped" for s in tried) == args.tables:
                break
            tried.append(site)
            if results.outcome(site):
                continue
            copy = site.path[:-len("def")] + "mutant.def"
            (offset, end, new), = site.edits
            text = product.text(site.path)
            product.write(copy, text[:offset] + new + text[end:])
            errors = product.make(args.jobs, "golden_test")
            if errors:
                is_killed = "static assertion failed" in errors
                results.add(site, "killed" if is_killed else "skipped", "the compiler" if is_killed else "does not compile")
            elif hashlib.sha256(binary.read_bytes()).digest() == plain:
                results.add(site, "skipped", "only headers read it")
            else:
                killer = next((k for p in programs if (k := killer_of(p, site))), None)
                results.add(site, "killed" if killer else "survived", killer.name() if killer else "")
            product.write(copy, text)
    return tried


def next_failing(product, pool, site, parts, seconds):
    """A part that fails, of several at once."""
    running = [pool.submit(kill, product, 0, site, [p], seconds, f"-{p.program}-{p.shard}") for p in parts]
    try:
        return next((done.result() for done in concurrent.futures.as_completed(running) if done.result()), None)
    finally:
        for other in running:
            other.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", required=True)
    parser.add_argument("--count", type=int, default=450)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=90)
    parser.add_argument("--only", default="", help="only files whose path matches this")
    parser.add_argument("--compiler_flags", default="-O1 -DNDEBUG")
    args = parser.parse_args()
    product = Product(args)
    product.copy()
    results = Results(product.work / "results.jsonl")
    sites, seconds = mutate_expressions(product, args, results)
    tried = list(sites) + (mutate_tables(product, args, results, seconds) if args.tables else [])
    sys.exit(not report([results.all[key(s)] for s in tried], args.least))


if __name__ == "__main__":
    main()
