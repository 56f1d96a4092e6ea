{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "// A module",
  "// of two.",
  "",
  "HloModule m",
  "",
  "/* The entry,",
  "   in two lines. */",
  "ENTRY main {",
  "  x = f32[8] parameter(0) // the input",
  "",
  "  // The next one",
  "  // is negated.",
  "  n = f32[8] negate(x), // in the",
  "      metadata={op_name=\"n\"} // middle",
  "  // About y.",
  "",
  "  /* Twice. */",
  "  // CHECK: abs",
  "  ROOT y = f32[8] abs(n) /* of",
  "     n */",
  "  // The",
  "  // end.",
  "}"
]}}}
// -----
{"method": "textDocument/foldingRange", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 12, "character": 24}}}
