{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "",
  "ENTRY main {",
  "  s4 = f32[8] parameter(0)",
  "  c = pred[8] less-than(s4,   s4)",
  "  ROOT d =   pred[8] not(c)",
  "}"
]}}}
// -----
{"method": "textDocument/formatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "options": {}}}
// -----
{"method": "workspace/didChangeConfiguration", "params": {"settings": {"hlo": {"upgradeLegacy": true}}}}
// -----
{"method": "textDocument/formatting", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "options": {}}}
