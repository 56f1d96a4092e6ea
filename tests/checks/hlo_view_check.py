"""Runs hlo-view: input, output, exit statuses, and the picture in the docs.

    hlo_view_check.py --bin build/hlo-view --work DIR
"""

import argparse
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

GOOD = "ENTRY e {\n  ROOT c = f32[] constant(1)\n}\n"
# HloModule m / ENTRY e { ROOT p = f32[2] parameter(0) }, as XLA writes it.
PROTO = bytes.fromhex(
    "0a016d1201651a560a016512280a01701209706172616d657465721a10100b1a01022a060a010080"
    "01013201003a00a2040092050022270a10100b1a01022a060a01008001013201001210100b1a0102"
    "2a060a01008001013201001a017022280a10100b1a01022a060a01008001013201001210100b1a01"
    "022a060a01008001013201001a02703042009201009a0100")
BAD = "ENTRY e {\n  ROOT c = f32[] constant(x)\n}\n"


def opens(program, work):
    """--open runs the browser of $BROWSER on the page, without a shell."""
    folder = work / "a folder; $(touch pwned)"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    good, calls = folder / "good.hlo", work / "calls"
    good.write_text(GOOD)
    browser = work / "browser"
    # Notes the addresses, and what the page is then.
    browser.write_text(f"#!{sys.executable}\n" + f"""
import pathlib, sys, urllib.parse
path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(sys.argv[-1]).path))
with open({str(calls)!r}, "a") as file:
    print(*sys.argv[1:], oct(path.stat().st_mode & 0o777), path.read_text()[:15], file=file)
""")
    browser.chmod(0o755)

    def run(*words, browser=browser, path="/nowhere"):
        calls.unlink(missing_ok=True)
        environment = {"BROWSER": str(browser), "PATH": path, "TMPDIR": str(folder)}
        done = subprocess.run([program.resolve(), "--open", *words], capture_output=True, env=environment, cwd=folder)
        return done, calls.read_text() if calls.exists() else None

    encoded = urllib.parse.quote(str(folder))
    done, called = run("good.hlo", "-o", "a page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done
    address, mode, start = called.split(" ", 2)
    assert address == f"file://{encoded}/a%20page.html" and start == "<!DOCTYPE html>\n", called
    # Options of the browser; and without -o, a file that only its owner reads.
    done, called = run("good.hlo", browser=f"{browser} --new-window %s")
    assert done.returncode == 0 and not done.stderr, done
    option, address, mode, start = called.split(" ", 3)
    assert option == "--new-window" and re.fullmatch(re.escape(f"file://{encoded}/hlo-view-") + r"\w{6}\.html", address), called
    assert mode == "0o600", called
    [temporary] = folder.glob("hlo-view-*")
    temporary.unlink()
    # A report on passes is a page, too.
    (folder / "dump").mkdir()
    (folder / "dump" / "module_0000.f.before_optimizations.txt").write_text(GOOD)
    assert run("dump")[1].endswith(" <!DOCTYPE html>\n")
    for file in folder.glob("hlo-view-*"):
        file.unlink()
    # The page stays if no browser opens it.
    done, called = run("good.hlo", "-o", "kept.html", browser="/missing")
    assert done.returncode == 3 and called is None, done
    assert done.stderr.startswith(b"hlo-view: no browser opens kept.html (/missing: No such file or directory; "), done
    assert done.stderr.endswith(b"); set BROWSER to the name of one\n"), done
    assert (folder / "kept.html").exists()
    done, called = run("good.hlo", "-o", "kept.html", browser="/bin/false")
    assert done.returncode == 3 and b"(/bin/false: exit status 1; " in done.stderr, done
    # Nothing to open.
    (folder / "bad.hlo").write_text(BAD)
    done, called = run("bad.hlo")
    assert done.returncode == 1 and called is None, done
    assert not list(folder.glob("hlo-view-*"))
    assert not list(folder.rglob("pwned")), "no shell"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    work = arguments.work
    work.mkdir(parents=True, exist_ok=True)

    def run(*words, stdin=b""):
        return subprocess.run([arguments.bin, *words], input=stdin, capture_output=True)

    good, packed, bad = work / "good.hlo", work / "good.hlo.gz", work / "bad.hlo"
    good.write_text(GOOD)
    packed.write_bytes(gzip.compress(GOOD.encode()))
    bad.write_text(BAD)

    page = run(good)
    assert page.returncode == 0 and not page.stderr, page
    assert page.stdout.startswith(b"<!DOCTYPE html>") and page.stdout.endswith(b"</html>\n")
    assert b'"file":"good.hlo"' in page.stdout, "a path says more than its reader wants to know"
    # The same from standard input, which has no name, and compressed.
    assert run(stdin=GOOD.encode()).stdout == page.stdout.replace(b'"good.hlo"', b'""')
    assert run("-", stdin=packed.read_bytes()).stdout == run("-", stdin=GOOD.encode()).stdout
    assert run(packed).stdout == page.stdout.replace(b"good.hlo", b"good.hlo.gz")

    out = work / "out.html"
    assert run(good, "-o", out).stdout == b"" and out.read_bytes() == page.stdout
    refused = run(bad, "-o", out)
    assert refused.returncode == 1 and refused.stderr.startswith(f"{bad}:2:".encode()), refused
    assert out.read_bytes() == page.stdout, "it stays as it was"
    assert run(bad).stdout == b""
    assert run(work / "missing.hlo").returncode == 3
    assert run(good, "-o", work / "missing" / "out.html").returncode == 3
    assert run(good, good).returncode == 2

    # The binary form.
    proto, packed_proto = work / "m.hlo.pb", work / "m.hlo.pb.gz"
    proto.write_bytes(PROTO)
    packed_proto.write_bytes(gzip.compress(PROTO))
    page = run(proto)
    assert page.returncode == 0 and not page.stderr, page
    assert b'"name":"m","file":"m.hlo.pb"' in page.stdout and b"HloModule m, entry_computation_layout" in page.stdout, page.stdout[-2000:]
    assert run(packed_proto).stdout == page.stdout.replace(b"m.hlo.pb", b"m.hlo.pb.gz")
    assert run(f"--diff_against={proto}", packed_proto).returncode == 0
    proto.write_bytes(PROTO[:-1])
    assert run(proto).returncode == 1

    # Some computations: the others need not be right.
    some = work / "some.hlo"
    some.write_text("HloModule m\n\nf {\n  ROOT c = f32[] constant(1)\n}\n\n" + BAD)
    page = run("--only=^f$", some)
    assert page.returncode == 0 and b'"name":"%f"' in page.stdout and b'"name":"%e"' not in page.stdout, page
    page = run("--only=^e$", good)
    assert page.returncode == 0 and b'"name":"%e"' in page.stdout, page
    assert run(some).returncode == 1
    refused = run("--only=x", some)
    assert refused.returncode == 1 and b"no computation matches --only=x" in refused.stderr, refused
    assert run("--only=(", good).returncode == 2

    # Two modules.
    other = work / "other.hlo"
    other.write_text(GOOD.replace("(1)", "(2)"))
    both = run(f"--diff_against={good}", other)
    assert both.returncode == 0 and not both.stderr, both
    assert both.stdout.startswith(b"<!DOCTYPE html>") and b"<title>good.hlo and other.hlo</title>" in both.stdout
    assert run(f"--diff_against={good}", stdin=other.read_bytes()).returncode == 0
    again = work / "again"
    again.mkdir(exist_ok=True)
    (again / "good.hlo").write_text(GOOD)
    same_name = run("--diff_against", again / "good.hlo", good).stdout
    assert f"<title>{again}/good.hlo and {good}</title>".encode() in same_name, same_name[:600]
    refused = run(f"--diff_against={bad}", good)
    assert refused.returncode == 1 and refused.stderr.startswith(f"{bad}:2:".encode()) and not refused.stdout, refused
    refused = run(f"--diff_against={good}", bad)
    assert refused.returncode == 1 and refused.stderr.startswith(f"{bad}:2:".encode()) and not refused.stdout, refused
    assert run("--diff_against=/missing", good).returncode == 3
    assert run(f"--diff_against={work}", good).returncode == 2

    opens(arguments.bin, work)


if __name__ == "__main__":
    sys.exit(main())
