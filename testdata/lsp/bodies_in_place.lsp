{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "ENTRY %main (p: s32[], x.2: f32[]) -> f32[] {",
  "  %p = s32[] parameter(0)",
  "  %x.2 = f32[] parameter(1)",
  "  %c = f32[] conditional(%p, %x.2, %x.2), branch_computations={",
  "  (x: f32[]) -> f32[] {",
  "    %x = f32[] parameter(0)",
  "    ROOT %y = f32[] negate(%x)",
  "  },",
  "  (x.1: f32[]) -> f32[] {",
  "    %x.1 = f32[] parameter(0)",
  "    ROOT %y.1 = f32[] abs(%x.1)",
  "  }",
  "}",
  "  %n = f32[] negate(%c)",
  "  ROOT %z = f32[] add(%n, %x.2)",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 15, "character": 21}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 4, "character": 3}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
