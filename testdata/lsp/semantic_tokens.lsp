{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "// a comment",
  "HloModule m, is_scheduled=true",
  "/* two",
  "lines */",
  "%f (p.1: f32[2]) -> (f32[2], s32[]) {",
  "  %p.1 = f32[2]{0:T(8)} parameter(0), sharding={replicated}",
  "  c = s32[] constant(7) // seven",
  "  ROOT %t = (f32[2], s32[]) tuple(%p.1, s32[] c), metadata={op_name=\"\u00e4\ud834\udd1e\"}, backend_config={\"k\":[1,\"v\"]}",
  "}, execution_thread=\"host\""
]}}}
// -----
{"method": "textDocument/semanticTokens/full", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 6, "character": 0}, "end": {"line": 8, "character": 0}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/lines.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY e {",
  "  a = f32[2] parameter(0)",
  "  ROOT c = f32[2] negate(a) // end",
  "}"
]}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 6}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 2, "character": 2}, "end": {"line": 2, "character": 7}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 2, "character": 3}, "end": {"line": 2, "character": 6}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 13}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 3, "character": 11}, "end": {"line": 3, "character": 18}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 3, "character": 25}, "end": {"line": 3, "character": 28}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 3, "character": 27}, "end": {"line": 3, "character": 29}}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 2}}}}
