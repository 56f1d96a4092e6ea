{"method": "workspace/didChangeConfiguration", "params": {"settings": {"hlo": {"allowUnknown": true, "inlayHints": {"bytes": false, "users": true}}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "ENTRY %main (p: (f32[8], (f32[8], s32[])), x: f32[8]) -> f32[8] {",
  "  %p = (f32[8]{0}, (f32[8]{0}, s32[])) parameter(0)",
  "  %x = f32[8]{0} parameter(1)",
  "  %a = f32[8]{0} add(%p#0, f32[8]{0} %p#1#0)",
  "  %b = f32[8]{0} add(%x, f32[8]{0} negate(f32[8]{0:T(256)} add(%x, f32[8]{0} constant({1,2,3,4,5,6,7,8}))))",
  "  %s = ((f32[8]{0}), f32[8]{0}, s32[]) custom-call-start(%p#0), custom_call_target=\"work\"",
  "  %d = f32[8]{0} custom-call-done(%s)",
  "  %c = f32[8]{0} negate(negate(%d)), near=%a",
  "  ROOT %y = f32[8]{0} add(%a, %b)",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 5, "character": 22}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 5, "character": 38}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 6, "character": 64}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 3, "character": 3}, "context": {"includeDeclaration": false}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 3}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 5, "character": 22}, "newName": "pair"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 3}, "newName": "input"}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 3, "character": 3}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 3}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 7, "character": 3}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}}}
// -----
{"method": "textDocument/inlayHint", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 3, "character": 0}, "end": {"line": 9, "character": 0}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 0}, "end": {"line": 7, "character": 0}}}}
