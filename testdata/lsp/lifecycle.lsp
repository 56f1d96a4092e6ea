{"raw": "{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"textDocument/hover\"}"}
// -----
{"method": "initialize", "params": {"capabilities": {"general": {"positionEncodings": ["utf-16"]}}, "initializationOptions": {"verify": true}}}
// -----
{"method": "initialized", "params": {}}
// -----
{"method": "initialize", "params": {}}
// -----
{"method": "unknown/request", "params": {}}
// -----
{"method": "$/cancelRequest", "params": {"id": 7}}
// -----
{"method": "$/setTrace", "params": {"value": "off"}}
// -----
{"id": "a string", "method": "workspace/symbol", "params": {"query": "x"}}
// -----
{"method": "shutdown"}
// -----
{"method": "workspace/symbol", "params": {"query": "x"}}
// -----
{"method": "exit"}
