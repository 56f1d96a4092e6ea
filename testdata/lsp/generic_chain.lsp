{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/generic.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule swapped",
  "",
  "difference {",
  "  x = f32[8] parameter(0)",
  "  y = f32[8] parameter(1)",
  "  ROOT k = f32[8] subtract(y, x)",
  "}",
  "",
  "ENTRY main {",
  "  a = f32[8] parameter(0)",
  "  b = f32[8] parameter(1)",
  "  start = ((f32[8], f32[8]), f32[8], s32[]) async-start(a, b), calls=difference",
  "  ROOT result = f32[8] async-done(start)",
  "}"]}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/generic.hlo"}, "position": {"line": 12, "character": 8}}}
