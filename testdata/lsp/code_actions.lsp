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
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 2, "character": 3}, "end": {"line": 2, "character": 3}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 4, "character": 13}, "end": {"line": 4, "character": 13}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 5, "character": 21}, "end": {"line": 5, "character": 21}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 6, "character": 30}, "end": {"line": 6, "character": 30}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 8, "character": 0}}, "context": {"diagnostics": [], "only": ["refactor"]}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 2, "text": [
  "HloModule jit_step, is_scheduled=true, entry_computation_layout={(f32[8,128]{1,0})->f32[16,128]{1,0}}",
  "",
  "FileNames",
  "1 \"/src/train.py\"",
  "2 \"/src/model.py\"",
  "",
  "FunctionNames",
  "1 \"main\"",
  "2 \"layer\"",
  "",
  "FileLocations",
  "1 {file_name_id=1 function_name_id=1 line=40 end_line=40 column=4 end_column=20}",
  "2 {file_name_id=2 function_name_id=2 line=12 end_line=12 column=9 end_column=30}",
  "",
  "StackFrames",
  "1 {file_location_id=1 parent_frame_id=1}",
  "2 {file_location_id=2 parent_frame_id=2}",
  "",
  "%sum (a: f32[], b: f32[]) -> f32[] {",
  "  %a = f32[] parameter(0)",
  "  %b = f32[] parameter(1)",
  "  ROOT %r = f32[] add(%a, %b)",
  "}",
  "",
  "%fused (p: f32[8,128]) -> f32[8,128] {",
  "  %p = f32[8,128]{1,0} parameter(0)",
  "  %e = f32[8,128]{1,0} exponential(%p)",
  "  ROOT %n = f32[8,128]{1,0} negate(%e), metadata={op_name=\"jit(step)/neg\" stack_frame_id=2}",
  "}",
  "",
  "// The entry: a gather that runs beside a fusion.",
  "ENTRY %main (x: f32[8,128]) -> f32[16,128] {",
  "  %x = f32[8,128]{1,0} parameter(0)",
  "  %gather-start = (f32[8,128]{1,0}, f32[16,128]{1,0}) all-gather-start(%x), dimensions={0}, replica_groups={{0,1}}, metadata={op_name=\"jit(step)/gather\" stack_frame_id=2}",
  "  %call-start = ((f32[8,128]{1,0}), f32[8,128]{1,0}, s32[]) custom-call-start(%x), custom_call_target=\"work\"",
  "  %f = f32[8,128]{1,0} fusion(%x), kind=kLoop, calls=%fused",
  "  %zero = f32[] constant(0)",
  "  %total = f32[] reduce(%f, %zero), dimensions={0,1}, to_apply=%sum, metadata={op_name=\"total\" source_file=\"model.py\" source_line=14}",
  "  %call-done = f32[8,128]{1,0} custom-call-done(%call-start)",
  "  %copy = f32[8,128]{1,0} copy(%call-done), control-predecessors={%total, %f}",
  "  ROOT %gather-done = f32[16,128]{1,0} all-gather-done(%gather-start)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 34, "character": 5}, "end": {"line": 34, "character": 5}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 38, "character": 5}, "end": {"line": 38, "character": 5}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 3, "text": [
  "HloModule m",
  "",
  "%wrapped (p: f32[8]) -> f32[8] {",
  "  %p = f32[8]{0} parameter(0)",
  "  ROOT %c = f32[8]{0} custom-call(%p), custom_call_target=\"work\"",
  "}",
  "",
  "ENTRY %main (x: f32[8]) -> f32[8] {",
  "  %x = f32[8]{0} parameter(0)",
  "  %s = ((f32[8]{0}), f32[8]{0}, s32[]) async-start(%x), calls=%wrapped",
  "  ROOT %d = f32[8]{0} async-done(%s)",
  "}"
]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": ["quickfix"]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": ["refactor"]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": ["refactor.rewrite"]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": ["refactor.rewrite.more"]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": ["quickfix", "refactor"]}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": []}}}
// -----
{"method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 9, "character": 5}, "end": {"line": 9, "character": 5}}, "context": {"diagnostics": [], "only": [1]}}}
