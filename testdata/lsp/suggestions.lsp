{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "ENTRY e {",
  "  a = f32[8] parameter(0)",
  "  b = f32[8] negate(f32[8] cosin(a))",
  "  c = f32[8] negate((f23[8], f32[8]) tuple(a, a))",
  "  d = f32[8] paramter(1)",
  "  f = f32[8] compare(a, a), direction=NEQ",
  "  f32 = f32[8] parameter(2)",
  "  g = f32[8] add(a, f32)",
  "  __h = f32[8] copy(a)",
  "  i = f32[8] exp(a)",
  "  ROOT j = f32[8] custom-cal-start(a), custom_call_target=\"foo\"",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 21}, "end": {"line": 4, "character": 21}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 28}, "end": {"line": 4, "character": 28}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 22}, "end": {"line": 5, "character": 22}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 6, "character": 14}, "end": {"line": 6, "character": 14}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 7, "character": 39}, "end": {"line": 7, "character": 39}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 20}, "end": {"line": 9, "character": 20}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 10, "character": 3}, "end": {"line": 10, "character": 3}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 11, "character": 14}, "end": {"line": 11, "character": 14}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 12, "character": 19}, "end": {"line": 12, "character": 19}}, "context": {"diagnostics": []}}}
