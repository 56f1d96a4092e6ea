{"method": "initialize", "params": {"capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]}}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY main {",
  "  x = f32[] parameter(0), metadata={op_name=\"\ud834\udd1e\u00e4\"}, frontend_attributes={k=\"v\"}",
  "  ROOT y = f32[] negate(/* \ud834\udd1e */ x)",
  "}"
]}}}
// -----
{"method": "textDocument/definition", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 3, "character": 35}}}
// -----
{"method": "textDocument/references", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 2, "character": 2}, "context": {"includeDeclaration": true}}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo", "version": 2}, "contentChanges": [{"range": {"start": {"line": 3, "character": 35}, "end": {"line": 3, "character": 36}}, "text": "zz"}]}}
