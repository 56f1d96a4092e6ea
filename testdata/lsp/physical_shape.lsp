{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule layouts",
  "",
  "ENTRY main {",
  "  x = f32[10,20,30]{2,0,1} parameter(0)",
  "  ROOT y = f32[10,20,30]{2,1,0} copy(x)",
  "}"]}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 3, "character": 2}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 7}}}
