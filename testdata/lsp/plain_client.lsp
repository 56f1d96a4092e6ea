{"method": "initialize", "params": {"capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": false}}, "hover": {"contentFormat": ["plaintext"]}}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "ENTRY main {",
  "  x = f32[8] parameter(0)",
  "  s = ((f32[8]), f32[8], s32[]) custom-call-start(x), custom_call_target=\"*w*\", metadata={op_name=\"**a**/`b`/---\"}",
  "  ROOT d = f32[8] custom-call-done(s)",
  "}"
]}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 2}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 6}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "ENTRY main {",
  "  x = (f32[]) parameter(0)",
  "  i = f32[] get-tuple-element(x), ind",
  "  ROOT j = f32[] get-tuple-element(x), ind=3",
  "}"
]}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 37}}}
// -----
{"method": "textDocument/completion", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 3, "character": 42}}}
