{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "sum {",
  "  a = f32[] parameter(0)",
  "  ROOT r = f32[] add(a, a",
  "}",
  "ENTRY main {",
  "  x = f32[8,4]{1,0} parameter(0",
  "  y = f32[8,4] negate(x), metadata={op_name=\"jit(f)/neg\" source_file=\"m.py\" source_line=3",
  "  z = ",
  "  ROOT r = f32[] reduce(y, zero, dimensions={0}, to_apply=sum",
  ""
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 24}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 58}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 6, "character": 2}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 7, "character": 2}}}
// -----
{"method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/foldingRange", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 6, "character": 0}, "end": {"line": 8, "character": 0}}}}
// -----
{"method": "textDocument/codeLens", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/inlayHint", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 11, "character": 0}}}}
