{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule a",
  "ENTRY main {",
  "  ROOT x = f32[] parameter(0)",
  "}",
  "// -----",
  "HloModule b",
  "ENTRY main {",
  "  y = f32[] parameter(0)",
  "  ROOT x = f32[] negate(z)",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 8}}}
// -----
{"method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 6, "character": 8}, "newName": "other"}}
