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
