{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule  m",
  "ENTRY e{",
  "   x = f32[2] parameter( 0 )   // the input",
  "",
  "     ROOT y = f32[ 2 ]{0} add(x,x), metadata={op_name=\"y\",op_type=\"Add\"} }"
]}}}
// -----
{"method": "textDocument/formatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "options": {"tabSize": 2, "insertSpaces": true}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 5}}, "options": {}}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo", "version": 2}, "contentChanges": [{"text": "HloModule m\nENTRY e {\n"}]}}
// -----
{"method": "textDocument/formatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "options": {}}}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/lines.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY e {",
  "  a   = f32[2]   parameter(0)",
  "  b = f32[2]   negate(a)",
  "  c = f32[2]   sine(b)",
  "  ROOT d = f32[2] cosine(c)",
  "}"
]}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 3, "character": 24}, "end": {"line": 4, "character": 4}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 3, "character": 23}, "end": {"line": 3, "character": 24}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 2, "character": 5}, "end": {"line": 2, "character": 5}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 2}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 4, "character": 1}, "end": {"line": 5, "character": 0}}}}
// -----
{"method": "textDocument/rangeFormatting", "params": {"textDocument": {"uri": "file:///work/lines.hlo"}, "options": {}, "range": {"start": {"line": 1, "character": 0}, "end": {"line": 3, "character": 0}}}}
