"""A session with hlo-lsp whose calls of the system fail, for faults_check.py.

The client sends a message and waits for what must come: the answer to a request, diagnostics or a message to the
user after a change of the text. So each failure meets the same work.
"""
import json
import re
import signal

URI = "file:///a.hlo"
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


def script(messages):
    """Messages with what to wait for after each, for failing_tools."""
    def wait(message):
        if "id" in message:
            return f'"id":{message["id"]},'
        return '"textDocument/publishDiagnostics"|"window/showMessage"' if "/did" in message["method"] else ""
    return "".join(f"{wait(message)}\t{json.dumps(message)}\n" for message in messages)


def received(output):
    """Messages, and bytes that are none."""
    messages = []
    while match := re.match(rb"Content-Length: (\d+)\r\n\r\n", output):
        end = match.end() + int(match[1])
        if len(output) < end:
            break
        messages.append(json.loads(output[match.end():end]))
        output = output[end:]
    return messages, output


def wrong(kind, good, bad):
    """What is wrong with a session, beside the one without a failure of this kind; None if nothing is."""
    code, output, errors, _ = bad
    messages, rest = received(output)
    good_messages, _ = received(good[1])
    if code == -signal.SIGALRM:
        return "hangs"
    if code < 0:
        return f"signal {-code}"
    last = max(message["id"] for message in good_messages if "id" in message)
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
    wanted = {message["id"]: message for message in good_messages if "id" in message}
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
    good_told = [message for message in good_messages if "id" not in message]
    if not has_message and sorted(map(json.dumps, told)) != sorted(map(json.dumps, good_told)):
        return "other diagnostics without a message"
    return None
