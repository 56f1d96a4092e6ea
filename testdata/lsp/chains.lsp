{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "FileNames",
  "1 \"a.py\"",
  "",
  "FunctionNames",
  "1 \"f\"",
  "",
  "FileLocations",
  "1 {file_name_id=1 function_name_id=1 line=4 end_line=4 column=4 end_column=20}",
  "",
  "StackFrames",
  "1 {file_location_id=1 parent_frame_id=1}",
  "",
  "%async_wrapped (q: f32[8]) -> f32[8] {",
  "  %q = f32[8]{0} parameter(0)",
  "  ROOT %n = f32[8]{0} negate(%q)",
  "}",
  "",
  "ENTRY %e (async_param: f32[8]) -> f32[8] {",
  "  %async_param = f32[8]{0} parameter(0)",
  "  %c = f32[8]{0} call(%async_param), to_apply=%async_wrapped",
  "  %async_wrapped = ((f32[8]{0}), f32[8]{0}, s32[]) custom-call-start(%c), custom_call_target=\"async_wrapped\", metadata={op_name=\"async_param/c\" stack_frame_id=1}",
  "  ROOT %done = f32[8]{0} custom-call-done(%async_wrapped)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 22, "character": 52}, "end": {"line": 22, "character": 52}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 2, "text": [
  "HloModule m",
  "",
  "ENTRY e {",
  "  t = (f32[8], (f32[8], f32[8])) parameter(0)",
  "  start = ((f32[8]), (), s32[]) add-start(t#0)",
  "  update = ((f32[8], f32[8]), (), s32[]) add-update(start, f32[8] cosine(t#1#0))",
  "  ROOT done = f32[8] add-done(update)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 42}, "end": {"line": 5, "character": 42}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 3, "text": [
  "HloModule m",
  "",
  "ENTRY e {",
  "  a = f32[8] parameter(0)",
  "  // above",
  "  start = ((f32[8]), f32[8], s32[]) custom-call-start(a /* the argument */), custom_call_target=\"foo\"  // behind",
  "  ROOT done = f32[8] custom-call-done(start), /* a config */ backend_config=\"b\"",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 37}, "end": {"line": 5, "character": 37}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 4, "text": [
  "HloModule m",
  "",
  "ENTRY e {",
  "  a = f32[8] parameter(0)",
  "  // above",
  "  start = ((f32[8]), f32[8], s32[]) custom-call-start(a /* the argument */), custom_call_target=\"foo\"  // behind",
  "  ROOT done = f32[8] custom-call-done(start), backend_config=\"b\"",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 37}, "end": {"line": 5, "character": 37}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 5, "text": [
  "HloModule m",
  "",
  "ENTRY e {",
  "  a = f32[8] parameter(0)",
  "  start = ((f32[8]), f32[8], s32[]) call-start(a), to_apply={",
  "    p = f32[8] parameter(0)",
  "    ROOT n = f32[8] negate(p)",
  "  }",
  "  ROOT done = f32[8] call-done(start)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 37}, "end": {"line": 4, "character": 37}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 6, "text": [
  "start = ((), f32[8], s32[]) custom-call-start(), custom_call_target=\"foo\""
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 0, "character": 29}, "end": {"line": 0, "character": 29}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 7, "text": [
  "ENTRY async_wrapped {",
  "  a = f32[8] parameter(0)",
  "  start = ((f32[8]), f32[8]) negate-start(a)",
  "  ROOT done = f32[8] negate-done(start)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 2, "character": 30}, "end": {"line": 2, "character": 30}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 8, "text": [
  "HloModule m, is_scheduled=true",
  "",
  "ENTRY e {",
  "  a = f32[8]{0} parameter(0)",
  "  start = ((f32[8]{0}, f32[8]{0}), f32[8]{0}, s32[]) async-start(a, a), calls=wrapped",
  "  ROOT done = f32[8]{0} async-done(start)",
  "}",
  "",
  "wrapped {",
  "  p0 = f32[8]{0} parameter(0)",
  "  p1 = f32[8]{0} parameter(1)",
  "  ROOT sum = f32[8]{0} add(p0, p1)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 54}, "end": {"line": 4, "character": 54}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 9, "text": [
  "HloModule m, is_scheduled=true",
  "",
  "ENTRY e {",
  "  a = f32[8]{0} parameter(0)",
  "  start = ((f32[8]{0}, f32[8]{0}), f32[8]{0}, s32[]) async-start(a, a), calls=wrapped",
  "  ROOT done = f32[8]{0} async-done(start)",
  "}",
  "",
  "wrapped {",
  "  p1 = f32[8]{0} parameter(1)",
  "  p0 = f32[8]{0} parameter(0)",
  "  ROOT sum = f32[8]{0} add(p0, p1)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 54}, "end": {"line": 4, "character": 54}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 10, "text": [
  "HloModule m",
  "",
  "wrapped {",
  "  p = f32[8]{0} parameter(0)  // a comment",
  "  ROOT n = f32[8]{0} negate(p)",
  "}",
  "",
  "ENTRY e {",
  "  a = f32[8]{0} parameter(0)",
  "  start = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(a), calls=wrapped",
  "  ROOT done = f32[8]{0} async-done(start)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 43}, "end": {"line": 9, "character": 43}}, "context": {"diagnostics": []}}}
