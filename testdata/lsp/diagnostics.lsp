{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY main {",
  "  x=f32[] parameter(0)",
  "  y = f32[4] parameter(0)",
  "  z = f32[4] ad(y, y)",
  "  w = f32[4] add(y, yy)",
  "  ROOT r = f32[4] add(w, y), dimension={0}",
  "  y = f32[] constant(1)",
  "}"
]}}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo", "version": 2}, "contentChanges": [{"text": "HloModule m\nENTRY main {\n  x = f32[4] parameter(0)\n  y = f32[5] parameter(1)\n  ROOT r = f32[4] add(x, y)\n}"}]}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo", "version": 3}, "contentChanges": [{"range": {"start": {"line": 3, "character": 10}, "end": {"line": 3, "character": 11}}, "text": "4"}]}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo", "version": 4}, "contentChanges": [{"range": {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 3}}, "text": "xx"}, {"range": {"start": {"line": 4, "character": 22}, "end": {"line": 4, "character": 23}}, "text": "xx"}]}}
// -----
{"method": "workspace/didChangeConfiguration", "params": {"settings": {"hlo": {"verify": false}}}}
// -----
{"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
