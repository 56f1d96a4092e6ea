{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY e {",
  "  ROOT a = f32[] parameter(0), metadata={op_name=\"x\"}",
  "}"
]}}}
// -----
{"raw": "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///work/step.hlo\",\"version\":2},\"contentChanges\":[{\"range\":{\"start\":{\"line\":2,\"character\":50},\"end\":{\"line\":2,\"character\":51}},\"text\":\"\\ud83d\\n\"}]}}"}
// -----
{"method": "textDocument/semanticTokens/full", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 7}}}
