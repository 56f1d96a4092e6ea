{"method": "workspace/didChangeConfiguration", "params": {"settings": {"hlo": {"allowUnknown": true}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m, of={%none, %f}",
  "",
  "%f (a: f32[8]) -> f32[8] {",
  "  %x = f32[8]{0} parameter(0)",
  "  ROOT %f = f32[8]{0} negate(%x), near=%x",
  "}, of=%f",
  "",
  "ENTRY %main (x: f32[8]) -> f32[8] {",
  "  %x = f32[8]{0} parameter(0)",
  "  %a = f32[8]{0} frobnicate(%x, 3,  {...}), near=%x, by={%f, {%x}}, text=\"%x\"",
  "  ROOT %y = f32[8]{0} abs(%a),   of=[%f]",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 0, "character": 25}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 0, "character": 18}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 5, "character": 7}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 50}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 58}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 75}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 1}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 8}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 10, "character": 38}, "newName": "g"}}
// -----
{"method": "textDocument/formatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "options": {}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/kept.hlo", "languageId": "hlo", "version": 1, "text": [
  "w {",
  "  p = f32[8]{0} parameter(0)",
  "  ROOT n = f32[8]{0} negate(p)",
  "}",
  "",
  "ENTRY e {",
  "  x = f32[8]{0} parameter(0)",
  "  s = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(x), calls=w",
  "  d = f32[8]{0} async-done(s)",
  "  ROOT y = f32[8]{0} abs(d), of=%w",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/kept.hlo"}, "range": {"start": {"line": 7, "character": 3}, "end": {"line": 7, "character": 3}}, "context": {}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/taken.hlo", "languageId": "hlo", "version": 1, "text": [
  "f {",
  "  ROOT p = f32[8]{0} parameter(0)",
  "}",
  "",
  "ENTRY e {",
  "  x = f32[8]{0} parameter(0)",
  "  y = f32[8]{0} call(x), to_apply=f",
  "  ROOT z = f32[8]{0} abs(y), near=%x",
  "}"
]}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/taken.hlo"}, "position": {"line": 5, "character": 3}, "newName": "f"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/taken.hlo"}, "position": {"line": 0, "character": 0}, "newName": "x"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/taken.hlo"}, "position": {"line": 6, "character": 3}, "newName": "f"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/taken.hlo"}, "position": {"line": 0, "character": 0}, "newName": "y"}}
