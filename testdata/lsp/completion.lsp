{"method": "initialize", "params": {"capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "sum {",
  "  a = f32[] parameter(0)",
  "  b = f32[] parameter(1)",
  "  ROOT r = f32[] add(a, b)",
  "}",
  "",
  "ENTRY main {",
  "  x = f32[8] parameter(0)",
  "  zero = f32[] constant(0)",
  "  total = f32[] red",
  "  other = f32[] reduce(x, ze",
  "  third = f32[] reduce(x, zero), dim",
  "  fourth = f32[] reduce(x, zero), dimensions={0}, to_apply=",
  "  fifth = pred[] compare(zero, zero), direction=L",
  "  sixth = ",
  "  ",
  "}"
]}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 12, "character": 28}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 13, "character": 36}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 14, "character": 59}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 15, "character": 49}}}
