{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/loop.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule restarted, is_scheduled=true",
  "",
  "body {",
  "  carried = (s32[], ((f32[16]), f32[16], s32[])) parameter(0)",
  "  i = s32[] get-tuple-element(carried), index=0",
  "  flying = ((f32[16]), f32[16], s32[]) get-tuple-element(carried), index=1",
  "  landed = f32[16] custom-call-done(flying)",
  "  doubled = f32[16] add(landed, landed)",
  "  again = ((f32[16]), f32[16], s32[]) custom-call-start(doubled), custom_call_target=\"fetch\"",
  "  one = s32[] constant(1)",
  "  next = s32[] add(i, one)",
  "  ROOT carry = (s32[], ((f32[16]), f32[16], s32[])) tuple(next, again)",
  "}",
  "",
  "condition {",
  "  carried = (s32[], ((f32[16]), f32[16], s32[])) parameter(0)",
  "  i = s32[] get-tuple-element(carried), index=0",
  "  limit = s32[] constant(8)",
  "  ROOT more = pred[] compare(i, limit), direction=LT",
  "}",
  "",
  "ENTRY main {",
  "  x = f32[16] parameter(0)",
  "  first = ((f32[16]), f32[16], s32[]) custom-call-start(x), custom_call_target=\"fetch\"",
  "  zero = s32[] constant(0)",
  "  init = (s32[], ((f32[16]), f32[16], s32[])) tuple(zero, first)",
  "  loop = (s32[], ((f32[16]), f32[16], s32[])) while(init), condition=condition, body=body",
  "  last = ((f32[16]), f32[16], s32[]) get-tuple-element(loop), index=1",
  "  ROOT result = f32[16] custom-call-done(last)",
  "}"]}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 6, "character": 4}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 8, "character": 4}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 23, "character": 4}}}
// -----
{"method": "textDocument/codeLens", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}}}
// -----
{"method": "textDocument/inlayHint", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 30, "character": 0}}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 6, "character": 24}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 8, "character": 44}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/loop.hlo"}, "position": {"line": 28, "character": 26}}}
