{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "%f (x: f32[8]) -> f32[8] {",
  "  ROOT %x = f32[8]{0} parameter(0)",
  "}",
  "",
  "ENTRY %main (a: f32[8]) -> f32[8] {",
  "  %f32 = f32[8]{0} parameter(0)",
  "  %b = f32[8]{0} call(%f32), to_apply=%f, control-predecessors={%f32}",
  "  ROOT %c = f32[8]{0} add(%f32, %b)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 7, "character": 4}, "end": {"line": 7, "character": 4}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "newName": "bf16"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "newName": "token"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "newName": "__mine"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "newName": "__xla_mine"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 8, "character": 3}, "newName": "ROOT"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 1}, "newName": "f32"}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "f {",
  "  ROOT x = f32[] parameter(0)",
  "}",
  "",
  "ENTRY main {",
  "  s4 = f32[] parameter(0)",
  "  b = f32[] call(s4), to_apply=f",
  "  ROOT c = f32[] add(s4, f32[] s4)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 7, "character": 4}, "end": {"line": 7, "character": 4}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 7}, "newName": "s8"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 0}, "newName": "s8"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 9, "character": 7}, "newName": "ROOT"}}
// -----
{"method": "workspace/didChangeConfiguration", "params": {"settings": {"hlo": {"upgradeLegacy": true}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/old.hlo", "languageId": "hlo", "version": 1, "text": [
  "maximal {",
  "  inf = f32[] parameter(0)",
  "  ROOT true = f32[] negate(f32[] inf), control-predecessors={inf}",
  "}",
  "",
  "ENTRY main {",
  "  token = f32[] parameter(0)",
  "  a = f32[] call(token), to_apply=maximal, control-predecessors={token}",
  "  ROOT b = pred[] constant(true)",
  "}"
]}}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/old.hlo"}, "position": {"line": 2, "character": 35}, "newName": "x"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/old.hlo"}, "position": {"line": 7, "character": 36}, "newName": "x"}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/old.hlo"}, "position": {"line": 7, "character": 66}, "newName": "x"}}
// -----
{"method": "textDocument/semanticTokens/full", "params": {"textDocument": {"uri": "file:///work/old.hlo"}}}
