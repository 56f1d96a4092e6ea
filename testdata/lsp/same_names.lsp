{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "%f (x: f32[8]) -> f32[8] {",
  "  %x = f32[8]{0} parameter(0)",
  "  ROOT %y = f32[8]{0} negate(%x)",
  "}",
  "",
  "ENTRY %main (x: f32[8]) -> f32[4] {",
  "  %x = f32[8]{0} parameter(0)",
  "  %y = f32[4]{0} negate(%x)",
  "  ROOT %z = f32[4]{0} call(%x), to_apply=%f",
  "}"
]}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/bodies.hlo", "languageId": "hlo", "version": 1, "text": [
  "ENTRY main {",
  "  x = f32[8] parameter(0)",
  "  i = s32[] parameter(1)",
  "  a = f32[8] call(x), to_apply={ x = f32[8] parameter(0) ROOT y = f32[8] negate(x) }",
  "  b = f32[8] call(a), to_apply={ x = f32[8] parameter(0) ROOT y = f32[8] abs(x) }",
  "  ROOT y = f32[8] add(a, b)",
  "}"
]}}}
