// Parses files with the npm package tree-sitter; prints those with a syntax error and exits with 1 if
// there is one:
//   node tree_sitter_node.mjs ADDON FILE...
// ADDON is tree_sitter_node.c with the parser, compiled. Runs in a folder whose node_modules has
// tree-sitter.
import fs from 'fs';
import { createRequire } from 'module';

const require = createRequire(process.cwd() + '/');
const Parser = require('tree-sitter');
const [addon, ...files] = process.argv.slice(2);
const parser = new Parser();
parser.setLanguage(require(addon));

// The first error below `node`, as deep as it is.
function firstError(node) {
  for (;;) {
    const inner = node.children.find((child) => child.hasError);
    if (!inner) return node;
    node = inner;
  }
}

let bytes = 0;
for (const file of files) {
  const text = fs.readFileSync(file, 'utf8');
  bytes += text.length;
  const { rootNode } = parser.parse((index) => text.slice(index, index + 16384));
  if (!rootNode.hasError) continue;
  const { row, column } = firstError(rootNode).startPosition;
  console.log(`${file}:${row + 1}:${column + 1}: syntax error`);
  process.exitCode = 1;
}
console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
