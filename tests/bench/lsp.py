#!/usr/bin/env python3
"""Times hlo-lsp on a large text: how long each request takes, and how much memory the server.

    lsp.py --bin build/hlo-lsp DUMP.hlo...

Opens each dump, sends each request several times at places spread over the text, types a character,
and prints the medians and the slowest in milliseconds. Measure an -O3 build on an idle machine.
--max_open, --max_request, --max_type (milliseconds) and --max_memory (times the text) make it fail.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time


class Client:
    def __init__(self, binary, by_cpu):
        self.by_cpu = by_cpu
        self.server = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0

    def send(self, method, params, is_request):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.last_id += 1
            message["id"] = self.last_id
        body = json.dumps(message, ensure_ascii=False).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def read(self):
        length = 0
        while (line := self.server.stdout.readline()) != b"\r\n":
            if not line:
                sys.exit("lsp.py: the server has ended")
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return self.server.stdout.read(length)

    def request(self, method, params):
        """Milliseconds to the last byte of the answer, which is not decoded."""
        begin = self.now()
        self.send(method, params, True)
        mark = b'"id":%d,' % self.last_id
        while mark not in (body := self.read())[:60]:
            pass
        taken = self.now() - begin
        if b'"error"' in body[:60]:
            print(f"  {method}: {body[:300].decode()}", file=sys.stderr)
        return taken, body

    def notify(self, method, params):
        """Milliseconds to the diagnostics that follow."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message, ensure_ascii=False).encode()
        begin = self.now()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()
        while b"publishDiagnostics" not in self.read()[:100]:
            pass
        return self.now() - begin

    def cpu(self):
        """Milliseconds that the threads of the server have run."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.server.pid}/task").glob("*/schedstat"):
            total += int(task.read_text().split()[0]) / 1e6
        return total

    def now(self):
        return self.cpu() if self.by_cpu else time.perf_counter() * 1000

    def memory(self, name):
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(name)) * 1024


URI = "file:///dump.hlo"


def places(lines):
    """Line and column of names of instructions, spread over the text."""
    found = [i for i, line in enumerate(lines) if line.startswith("  ") and " = " in line]
    picked = [found[len(found) * k // 10] for k in range(10)]
    return [{"line": i, "character": len(lines[i]) - len(lines[i].lstrip(" ")) + 2} for i in picked]


def measure(binary, path, by_cpu):
    text = pathlib.Path(path).read_text()
    lines = text.split("\n")
    client = Client(binary, by_cpu)
    client.request("initialize", {"capabilities": {}, "initializationOptions": {"inlayHints": {"users": True}}})
    client.send("initialized", {}, False)
    document = {"textDocument": {"uri": URI}}
    # Encoding the message is the editor's time.
    opened = client.notify("textDocument/didOpen", {
        "textDocument": {"uri": URI, "languageId": "hlo", "version": 1, "text": text}})
    rows = {"open to first diagnostics": [opened]}
    time.sleep(2)  # the verifier, after a pause
    at = places(lines)
    end = {"line": len(lines), "character": 0}
    for position in at:
        window = {"start": position, "end": {"line": position["line"] + 60, "character": 0}}
        item = None
        for method, params in [
                ("definition", {"position": position}),
                ("references", {"position": position, "context": {"includeDeclaration": True}}),
                ("documentHighlight", {"position": position}),
                ("hover", {"position": position}),
                ("selectionRange", {"positions": [position]}),
                ("semanticTokens/range", {"range": window}),
                ("inlayHint", {"range": window}),
                ("codeAction", {"range": {"start": position, "end": position}, "context": {"diagnostics": []}}),
                ("prepareRename", {"position": position}),
                ("rename", {"position": position, "newName": "a_new_name"}),
                ("prepareCallHierarchy", {"position": position}),
                ("completion", {"position": {"line": position["line"], "character": len(lines[position["line"]])}}),
                ("rangeFormatting", {"range": window, "options": {}})]:
            taken, body = client.request("textDocument/" + method, {**document, **params})
            rows.setdefault(method, []).append(taken)
            if method == "prepareCallHierarchy":
                item = json.loads(body)["result"][0]
        for method in ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"):
            rows.setdefault(method, []).append(client.request(method, {"item": item})[0])
    whole = {"start": {"line": 0, "character": 0}, "end": end}
    for _ in range(3):
        for method, params in [
                ("documentSymbol", {}), ("foldingRange", {}), ("semanticTokens/full", {}), ("codeLens", {}),
                ("documentLink", {}), ("inlayHint", {"range": whole}), ("formatting", {"options": {}})]:
            name = method + (" of all" if method == "inlayHint" else "")
            rows.setdefault(name, []).append(client.request("textDocument/" + method, {**document, **params})[0])
        rows.setdefault("workspace/symbol", []).append(client.request("workspace/symbol", {"query": "all"})[0])
    for version, position in enumerate(at, 2):
        change = {"textDocument": {"uri": URI, "version": version}, "contentChanges": [
            {"range": {"start": position, "end": position}, "text": "q"}]}
        rows.setdefault("type a character, to diagnostics", []).append(client.notify("textDocument/didChange", change))
        # The requests of an editor right after a key.
        rows.setdefault("hover after a character", []).append(
            client.request("textDocument/hover", {**document, "position": position})[0])
        change["textDocument"]["version"] = -version
        change["contentChanges"] = [{"range": {"start": position, "end": {
            "line": position["line"], "character": position["character"] + 1}}, "text": ""}]
        rows["type a character, to diagnostics"].append(client.notify("textDocument/didChange", change))
    resident, peak = client.memory("VmRSS"), client.memory("VmHWM")
    client.request("shutdown", {})
    client.send("exit", {}, False)
    client.server.wait(10)
    size = len(text.encode())
    print(f"{path}: {size / 1e6:.1f} MB, {len(lines)} lines")
    for name, taken in rows.items():
        print(f"  {name:36} {statistics.median(taken):8.1f} {max(taken):8.1f}")
    print(f"  memory                               {resident / size:8.1f} {peak / size:8.1f}  times the text: now, at most")
    return rows, peak / size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--max_open", type=float, default=1e9)
    parser.add_argument("--max_request", type=float, default=1e9)
    parser.add_argument("--max_type", type=float, default=1e9)
    parser.add_argument("--max_memory", type=float, default=1e9)
    parser.add_argument("--cpu", action="store_true", help="the server's processor time, on a busy machine")
    parser.add_argument("files", nargs="+")
    flags = parser.parse_args()
    failed = False
    for path in flags.files:
        rows, memory = measure(flags.bin, path, flags.cpu)
        for name, taken in rows.items():
            limit = flags.max_open if name.startswith("open") else \
                flags.max_type if name.startswith("type") else flags.max_request
            if statistics.median(taken) > limit:
                print(f"  too slow: {name}: {statistics.median(taken):.1f} ms, at most {limit:.0f}")
                failed = True
        if memory > flags.max_memory:
            print(f"  too much memory: {memory:.1f} times the text, at most {flags.max_memory:.1f}")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
