{"method": "initialize", "params": {"capabilities": {}}}
// -----
{"raw": "{"}
// -----
{"raw": "[]"}
// -----
{"raw": "[{\"jsonrpc\":\"2.0\"}]"}
// -----
{"raw": "{\"id\":{},\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":1.5,\"method\":\"x\"}"}
// -----
{"raw": "{\"method\":3,\"id\":1}"}
// -----
{"raw": "null"}
// -----
{"raw": "{\"id\":1,\"result\":null}"}
// -----
{"method": "textDocument/hover", "params": []}
// -----
{"method": "textDocument/hover"}
// -----
{"raw": "{\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":3,\"text\":\"x\"}}}"}
// -----
{"raw": "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"file:///a\"},\"contentChanges\":{}}}"}
// -----
{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///work/step.hlo", "languageId": "hlo", "version": 1, "text": [
  "HloModule m",
  "ENTRY e { ROOT x = f32[] parameter(0) }"
]}}}
// -----
{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "contentChanges": [{"range": {"start": {"line": 5, "character": 5}, "end": {"line": 1, "character": 1}}, "text": "\n"}, {"range": {"start": 3}, "text": "?"}, {"text": 5}, 7]}}
// -----
{"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 1.5, "character": 0}}}
// -----
{"method": "textDocument/selectionRange", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "positions": [{}]}}
// -----
{"method": "textDocument/rename", "params": {"textDocument": {"uri": "file:///work/step.hlo"}, "position": {"line": 1, "character": 16}}}
// -----
{"method": "textDocument/semanticTokens/range", "params": {"textDocument": {"uri": "file:///work/step.hlo"}}}
// -----
{"method": "workspace/textDocumentContent", "params": {"uri": "http://x/y"}}
// -----
{"method": "workspace/textDocumentContent", "params": {"uri": "hlo-pb:///no/such/file.pb"}}
// -----
{"method": "callHierarchy/outgoingCalls", "params": {"item": {"uri": "file:///work/step.hlo", "selectionRange": {"start": {"line": 900, "character": 0}, "end": {"line": 900, "character": 0}}}}}
// -----
{"raw": "{\"id\":18446744073709551615,\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":-7,\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":\"a\\\"\\u0001\u00e9\",\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":1,\"id\":2,\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":true,\"method\":\"x\"}"}
// -----
{"raw": "{\"id\":3,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":{\"uri\":\"file:///work/step.hlo\"},\"position\":{\"line\":18446744073709551615,\"character\":0}}}"}
