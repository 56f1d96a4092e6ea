// Prints the tokens of files as vscode-textmate sees them, the engine of VS Code:
//   node textmate_tokens.mjs [--invalid] GRAMMAR FILE...
// A line is ["SCOPE", "text"]; ["", "\n"] ends a line of the file. With --invalid only tokens that the
// grammar calls so, with their files; then the exit status is 1 if there is one. Runs in a folder whose
// node_modules has vscode-textmate and vscode-oniguruma.
import fs from 'fs';
import { createRequire } from 'module';

const require = createRequire(process.cwd() + '/');
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const onlyInvalid = process.argv[2] === '--invalid';
const [grammarFile, ...files] = process.argv.slice(onlyInvalid ? 3 : 2);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile),
});
const grammar = await registry.loadGrammar('source.hlo');
for (const file of files) {
  let state = textmate.INITIAL;
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const token = [scopes.at(-1), line.slice(startIndex, endIndex)];
      if (!onlyInvalid) {
        console.log(JSON.stringify(token));
      } else if (token[0].startsWith('invalid')) {
        console.log(`${file}: ${JSON.stringify(token)}`);
        process.exitCode = 1;
      }
    }
    if (!onlyInvalid) console.log('["","\\n"]');
  }
}
if (onlyInvalid) console.log(`vscode-textmate: ${files.length} files`);
