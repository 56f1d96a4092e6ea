#!/usr/bin/env python3
"""hlo-lsp with pytest-lsp's client: lsp_client_check.py --bin build/hlo-lsp --dump DUMP.hlo

Opens, asks, edits, renames, formats as an editor does, with the capabilities of several editors;
pytest-lsp checks that the answers fit what the client announced. Kills the server and starts it
again: it must answer the same. Exit status 77 without pytest-lsp.
"""

import argparse
import asyncio
import os
import pathlib
import sys

try:
    import pytest
    import pytest_lsp
    from lsprotocol import types as lsp
except ImportError:
    print("pytest-lsp is not installed")
    sys.exit(77)

TEXT = pathlib.Path(os.environ["HLO_LSP_DUMP"]).read_text() if "HLO_LSP_DUMP" in os.environ else ""
URI = "file:///work/dump.hlo"
DOCUMENT = lsp.TextDocumentIdentifier(URI)


def start_client(name):
    return lsp.InitializeParams(capabilities=pytest_lsp.client_capabilities(name), workspace_folders=[])


CLIENTS = ["visual-studio-code", "neovim", "emacs"]


@pytest_lsp.fixture(params=CLIENTS,
                    config=pytest_lsp.ClientServerConfig(server_command=[os.environ.get("HLO_LSP", "hlo-lsp")]))
async def client(request, lsp_client: pytest_lsp.LanguageClient):
    await lsp_client.initialize_session(start_client(request.param))
    yield
    await lsp_client.shutdown_session()


def open_text(client, text=TEXT, version=1):
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(
        lsp.TextDocumentItem(uri=URI, language_id="hlo", version=version, text=text)))


def find(text, word, nth=0):
    """The position of a word's first letter."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    line = text.count("\n", 0, at)
    return lsp.Position(line, at - (text.rfind("\n", 0, at) + 1))


def first_instruction():
    """A name and a user of it: the first operand of the text's first instruction that has some."""
    for line in TEXT.splitlines():
        if line.startswith("  ") and "(%" in line:
            return line.split("(%")[1].split(",")[0].split(")")[0]
    raise AssertionError("no operand in the dump")


def applied(text, edits):
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    offset = lambda p: min(starts[min(p.line, len(starts) - 1)] + p.character, len(text))
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[:offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end):]
    return text


@pytest.mark.asyncio
async def test_reads(client):
    open_text(client)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert [d for d in client.diagnostics[URI] if d.severity == lsp.DiagnosticSeverity.Error] == []
    name = first_instruction()
    use = find(TEXT, "(%" + name)
    place = lsp.Position(use.line, use.character + 2)
    definition = await client.text_document_definition_async(lsp.DefinitionParams(DOCUMENT, place))
    line = TEXT.split("\n")[definition.range.start.line]
    assert line.strip().removeprefix("ROOT ").startswith(f"%{name} = ")
    references = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), DOCUMENT, place))
    assert len(references) >= 2
    hover = await client.text_document_hover_async(lsp.HoverParams(DOCUMENT, place))
    assert name in hover.contents.value and "bytes" in hover.contents.value
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(DOCUMENT))
    assert symbols[0].detail == "ENTRY"
    assert sum(len(s.children) for s in symbols) == sum(
        1 for l in TEXT.split("\n") if l.startswith("  ") and " = " in l)
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(DOCUMENT))
    assert len(tokens.data) % 5 == 0 and tokens.data
    for ask in (client.text_document_folding_range_async(lsp.FoldingRangeParams(DOCUMENT)),
                client.text_document_code_lens_async(lsp.CodeLensParams(DOCUMENT)),
                client.text_document_document_link_async(lsp.DocumentLinkParams(DOCUMENT)),
                client.text_document_document_highlight_async(lsp.DocumentHighlightParams(DOCUMENT, place)),
                client.text_document_selection_range_async(lsp.SelectionRangeParams(DOCUMENT, [place])),
                client.text_document_inlay_hint_async(lsp.InlayHintParams(
                    DOCUMENT, lsp.Range(lsp.Position(0, 0), lsp.Position(100, 0)))),
                client.text_document_completion_async(lsp.CompletionParams(DOCUMENT, place)),
                client.workspace_symbol_async(lsp.WorkspaceSymbolParams(name))):
        assert await ask is not None
    items = await client.text_document_prepare_call_hierarchy_async(
        lsp.CallHierarchyPrepareParams(DOCUMENT, find(TEXT, "ENTRY %")))
    calls = await client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(items[0]))
    assert calls is not None


@pytest.mark.asyncio
async def test_edits(client):
    open_text(client)
    await client.wait_for_notification("textDocument/publishDiagnostics")
    name = first_instruction()
    use = find(TEXT, "(%" + name)
    place = lsp.Position(use.line, use.character + 2)
    edit = await client.text_document_rename_async(lsp.RenameParams(DOCUMENT, place, "renamed.7"))
    renamed = applied(TEXT, edit.changes[URI])
    assert "%renamed.7 = " in renamed and renamed.count("renamed.7") == len(edit.changes[URI])
    # An error while typing, and its end.
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(2, URI),
        [lsp.TextDocumentContentChangePartial(lsp.Range(place, place), "x")]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert any(d.severity == lsp.DiagnosticSeverity.Error for d in client.diagnostics[URI])
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(
        lsp.VersionedTextDocumentIdentifier(3, URI), [lsp.TextDocumentContentChangeWholeDocument(renamed)]))
    await client.wait_for_notification("textDocument/publishDiagnostics")
    assert not any(d.severity == lsp.DiagnosticSeverity.Error for d in client.diagnostics[URI])
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(DOCUMENT, lsp.FormattingOptions(2, True)))
    assert not edits  # XLA's print does not change


def test_kill_and_restart():
    """A server that is killed and started again answers as before."""
    async def answer():
        client = pytest_lsp.LanguageClient(protocol_cls=pytest_lsp.LanguageClientProtocol) \
            if hasattr(pytest_lsp, "LanguageClientProtocol") else pytest_lsp.make_test_lsp_client()
        await client.start_io(os.environ["HLO_LSP"])
        await client.initialize_session(start_client("neovim"))
        open_text(client)
        await client.wait_for_notification("textDocument/publishDiagnostics")
        use = find(TEXT, "(%" + first_instruction())
        hover = await client.text_document_hover_async(
            lsp.HoverParams(DOCUMENT, lsp.Position(use.line, use.character + 2)))
        client._server.kill()
        await client._server.wait()
        return hover.contents.value
    first = asyncio.run(answer())
    assert first and asyncio.run(answer()) == first


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--dump", required=True)
    flags = parser.parse_args()
    os.environ["HLO_LSP"] = os.path.abspath(flags.bin)
    os.environ["HLO_LSP_DUMP"] = flags.dump
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-W", "ignore::DeprecationWarning", "--rootdir",
                          os.path.dirname(__file__), __file__]))


if __name__ == "__main__":
    main()
