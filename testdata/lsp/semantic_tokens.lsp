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
