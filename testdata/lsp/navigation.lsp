{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
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
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 33, "character": 72}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 35, "character": 55}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 39, "character": 68}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 31, "character": 2}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 40, "character": 57}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 33, "character": 72}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 35, "character": 55}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 39, "character": 68}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 31, "character": 2}}}
// -----
{"method": "textDocument/documentHighlight", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 40, "character": 57}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 35, "character": 3}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 18, "character": 1}, "context": {"includeDeclaration": false}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 18, "character": 6}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": -5, "character": 99999999999}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": "1"}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///nowhere"}, "position": {"line": 0, "character": 0}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/bare.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY e {",
  "  a = f32[] parameter(0)",
  "  ROOT b = f32[] negate(a)",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/bare.hlo"}, "position": {"line": 3, "character": 23}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/bare.hlo"}, "position": {"line": 3, "character": 24}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/bare.hlo"}, "position": {"line": 3, "character": 25}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/bare.hlo"}, "position": {"line": 3, "character": 26}}}
