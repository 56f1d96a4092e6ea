#!/usr/bin/env python3
"""Checks the symbols that the archives refer to: the libraries do not exit, print or throw.

    symbols_check.py ARCHIVE...

Undefined symbols of the archives that exit, print or throw must be in the list below, with the reason
why no text reaches them. Exit status 77: nm is not installed.

An object of a unity build may refer to the symbols of all its sources.
"""

import collections
import functools
import pathlib
import re
import shutil
import subprocess
import sys

SUSPECT = re.compile(
    r"abort|exit|terminate|assert|(?<!no)throw|Throw|Crash|HandleInvalid|Overflow|raise|kill|signal|longjmp"
    r"|printf|puts|putc|fwrite|perror|std::c(out|err|log)|RawLog|raw_log|syslog|sleep|system\b"
)

# A symbol, the sources whose objects may refer to it (none: any), and why text cannot reach it.
ALLOWED = [
    # ---- Out of memory, the only exception of the interface.
    (r"std::__throw_bad_alloc\(\)", [], "a container gets no memory"),
    (r"std::__throw_bad_array_new_length\(\)", [], "a container of more than 2^63 bytes"),
    (r"std::__throw_length_error\(char const\*\)", [],
     "a container of more than 2^63 bytes: memory ends long before"),
    (r"absl::.*HashTableSizeOverflow\(\)", [], "the same for hash tables"),
    (r"__cxa_throw", ["arena", "source_buffer", "parallel_printer"],
     "std::bad_alloc where calloc gives nothing or a size is too large, or a thread got none"),
    (r"__cxa_rethrow", [], "containers pass on std::bad_alloc when they have tidied up"),
    (r"std::rethrow_exception\(std::__exception_ptr::exception_ptr\)", ["parallel_printer", "table_stream"],
     "OrderedPool passes on what its work threw on another thread: std::bad_alloc"),
    # ---- Checks in headers, inlined where the compiler cannot prove that they hold.
    (r"std::__throw_out_of_range_fmt\(char const\*, \.\.\.\)", [],
     "std::string_view::substr: positions come from find() or from the lexer, within the text"),
    (r"absl::.*::ThrowStdOutOfRange\(char const\*\)", [],
     "absl::Span::subspan: positions are sizes of the span or stack heights below its size"),
    (r"std::__throw_logic_error\(char const\*\)", [],
     "std::string from a null pointer: only made of views that are not empty, or of literals"),
    (r"std::__throw_bad_function_call\(\)",
     ["clone", "copy_values", "header", "map_shapes", "module", "parallel_printer", "pipeline", "read_file",
      "reduce", "table_stream"],
     "functions that are always given, or are looked at before they are called"),
    (r"std::__throw_system_error\(int\)", ["parallel_printer", "reduce", "table_stream"],
     "std::mutex, whose lock fails only if the thread holds it already"),
    (r"absl::.*::Helper::HandleInvalidStatusCtorArg\(.*\)", [],
     "an absl::StatusOr made of an OK status: returned behind `if (!status.ok())` only"),
    (r"absl::.*::Helper::Crash\(.*\)", [],
     "the value of an absl::StatusOr that has none: taken behind a test of ok() only"),
    # ---- Not what the name suggests.
    (r"__cxa_guard_abort", [], "releases a table whose first use got no memory"),
    (r"__cxa_atexit", [], "destructors of constants, at the end of the process"),
]


@functools.lru_cache(maxsize=None)  # called for each symbol
def sources_of(archive, name):
    """The sources of an object; several in a unity build."""
    for target in pathlib.Path(archive).stem.removeprefix("lib"), "hlo_text_fast":
        unity = pathlib.Path(archive).parent / "CMakeFiles" / f"{target}.dir" / "Unity" / name
        if unity.is_file():
            return frozenset(re.findall(r'^#include ".*/(\w+)\.cc"$', unity.read_text(), re.M))
    return frozenset([name])


def undefined_symbols(archives):
    """{symbol: {objects that refer to it, as their sources}}"""
    users = collections.defaultdict(set)
    for archive in archives:
        listing = subprocess.run(["nm", "-uAC", archive], check=True, capture_output=True, text=True).stdout
        for line in listing.splitlines():
            match = re.match(r".*[:/]([^:/]+?)(?:\.cc)?\.o:\s+[Uw] (.*)", line)
            if match:
                users[match[2]].add(sources_of(archive, match[1]))
    return users


def names(objects):
    return "; ".join(sorted(", ".join(sorted(sources)) for sources in objects))


def why_not(symbol, objects):
    """None if the symbol is allowed, else the error."""
    if not SUSPECT.search(symbol) or symbol.startswith("hlo_text::"):
        return None
    for pattern, allowed, _ in ALLOWED:
        if re.fullmatch(pattern, symbol):
            others = [sources for sources in objects if allowed and sources.isdisjoint(allowed)]
            return f"{symbol} in {names(others)}" if others else None
    return f"{symbol} in {names(objects)}"


def main():
    if shutil.which("nm") is None:
        return 77
    users = undefined_symbols(sys.argv[1:])
    if "memcpy" not in users:
        print("no symbols were found: are these archives?")
        return 1
    bad = [reason for symbol, objects in sorted(users.items()) if (reason := why_not(symbol, objects))]
    for reason in bad:
        print(reason)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
