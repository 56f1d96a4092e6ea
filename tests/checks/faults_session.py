"""A session with hlo-lsp whose calls of the system fail, for faults_check.py.

The client sends a message and waits for what must come: the answer to a request, diagnostics or a message to the
user after a change of the text. So each failure meets the same work.
"""
import json
import os
import re
import select
import subprocess
import time

URI = "file:///a.hlo"
SECONDS = 20  # without an answer it hangs
ASKED = [
    "hover", "definition", "references", "documentHighlight", "documentSymbol", "foldingRange", "selectionRange",
    "semanticTokens/full", "semanticTokens/range", "inlayHint", "prepareCallHierarchy", "formatting",
    "rangeFormatting", "prepareRename", "rename", "codeLens", "codeAction", "completion", "documentLink",
]


def conversation(text, folder):
    """Messages for a text; those with an id are requests. The cursor is on a name in the middle."""
    names = list(re.finditer(r"(?m)^ *(?:ROOT )?%?([\w.-]+) = ", text))
    at = names[len(names) // 2].start(1) if names else 0
    place = {"line": text.count("\n", 0, at), "character": at - text.rfind("\n", 0, at) - 1}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    document = {"uri": URI}
    asked = {"textDocument": document, "position": place, "positions": [place], "range": whole, "newName": "renamed",
             "context": {"includeDeclaration": True, "diagnostics": []},
             "options": {"tabSize": 2, "insertSpaces": True},
             "item": {"uri": URI, "selectionRange": {"start": place, "end": place}}}
    requests = [("textDocument/" + method, asked) for method in ASKED]
    requests += [("callHierarchy/incomingCalls", asked), ("callHierarchy/outgoingCalls", asked),
                 ("workspace/symbol", {"query": "a"}), ("workspace/symbol", {"query": "p"})]
    change = {"range": {"start": place, "end": place}, "text": "x"}
    messages = [("initialize", {"capabilities": {}, "rootUri": f"file://{folder}"}), ("initialized", {}),
                ("textDocument/didOpen", {"textDocument": {**document, "version": 1, "text": text}}), *requests,
                ("textDocument/didChange", {"textDocument": {**document, "version": 2}, "contentChanges": [change]}),
                *requests[:3], ("workspace/didChangeConfiguration", {"settings": {"hlo": {"verify": False}}}),
                ("textDocument/didClose", {"textDocument": document}), ("shutdown", None), ("exit", None)]
    notifications = ("initialized", "exit", "textDocument/did", "workspace/did")
    return [{"jsonrpc": "2.0", "method": method, "params": params}
            | ({} if method.startswith(notifications) else {"id": i}) for i, (method, params) in enumerate(messages)]


def is_closing(message):
    return message.get("method") == "window/showMessage" and "the text is closed" in message["params"]["message"]


def known(answer, hidden):
    """An answer without the symbols of texts that the server does not have."""
    if not hidden or not answer or not isinstance(answer.get("result"), list):
        return answer
    return [each for each in answer["result"] if not each.get("location", {}).get("uri", "").endswith(tuple(hidden))]


class Session:
    def __init__(self, program, folder, environment):
        self.process = subprocess.Popen([program], cwd=folder, env={**os.environ, **environment},
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.bytes = b""    # not yet a message
        self.received = []  # messages
        self.has_ended = False

    def send(self, message):
        body = json.dumps(message).encode()
        try:
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def read(self):
        """Waits for bytes; False at the end."""
        if self.has_ended:
            return False
        if not select.select([self.process.stdout], [], [], SECONDS)[0]:
            raise TimeoutError
        piece = os.read(self.process.stdout.fileno(), 1 << 20)
        self.bytes += piece
        while match := re.match(rb"Content-Length: (\d+)\r\n\r\n", self.bytes):
            end = match.end() + int(match[1])
            if len(self.bytes) < end:
                break
            self.received.append(json.loads(self.bytes[match.end():end]))
            self.bytes = self.bytes[end:]
        self.has_ended = not piece
        return not self.has_ended

    def wait(self, is_it):
        """For a message from now on."""
        at = len(self.received)
        while not any(is_it(message) for message in self.received[at:]) and self.read():
            pass

    def is_closed(self):
        """Whether the server has said that it has not kept the text."""
        return any(map(is_closing, self.received))

    def run(self, messages):
        """Exit code, messages, standard error, and bytes that are no message; code None if it hangs."""
        try:
            for message in messages:
                self.send(message)
                if "id" in message:
                    self.wait(lambda m, i=message["id"]: m.get("id") == i)
                elif "/did" in message["method"] and not self.is_closed():
                    self.wait(lambda m: m.get("method") in ("textDocument/publishDiagnostics", "window/showMessage"))
                if message["method"] == "initialize" and self.received and "error" in self.received[-1]:
                    self.send(messages[-1])
                    break
            while self.read():
                pass
            code = self.process.wait(SECONDS)
        except (TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            code = None
        errors = self.process.stderr.read()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        self.process.wait()
        return code, self.received, errors, self.bytes


def wrong(kind, good, bad):
    """What is wrong with a session, beside the one without a failure of this kind; None if nothing is."""
    code, messages, errors, rest = bad
    if code is None:
        return "hangs"
    if code < 0:
        return f"signal {-code}"
    last = max(message["id"] for message in good[1] if "id" in message)
    if code == 1 and any("error" in m and m.get("id") in (0, last) for m in messages):
        return None  # `initialize` or `shutdown` has failed, so `exit` comes too early
    if code not in (0, 3):
        return f"exit code {code}"
    if rest and kind != "write":
        return "ends within a message"
    lines = errors.decode().splitlines()
    if code == 3 and (len(lines) != 1 or not lines[0].startswith("hlo-lsp: ")):
        return f"exit code 3 and not one line of error: {lines}"
    if code == 0 and lines:
        return f"an error that nobody sees: {lines}"
    wanted = {message["id"]: message for message in good[1] if "id" in message}
    answers = [message for message in messages if "id" in message]
    hidden = [URI] if any(map(is_closing, messages)) else []
    if kind in ("open", "read", "mmap"):
        hidden.append("/other.hlo")
    for answer in answers:
        if "error" not in answer and known(answer, hidden) != known(wanted.get(answer["id"]), hidden):
            return f"another answer to request {answer['id']}"
    if code != 0:
        return None
    if sorted(answer["id"] for answer in answers) != sorted(wanted):
        return "a request without an answer, or with two"
    has_message = any("error" in answer for answer in answers if answer != wanted[answer["id"]]) or any(
        message.get("method") == "window/showMessage" for message in messages)
    told = [message for message in messages if "id" not in message]
    if not has_message and sorted(map(json.dumps, told)) != sorted(json.dumps(m) for m in good[1] if "id" not in m):
        return "other diagnostics without a message"
    return None
