// Bundles the extension into dist/, with the grammar that ../generate makes: node build.mjs [--dev].
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const isDev = process.argv.includes('--dev');
mkdirSync(join(here, 'dist'), { recursive: true });
copyFileSync(join(here, '../hlo.tmLanguage.json'), join(here, 'dist/hlo.tmLanguage.json'));
copyFileSync(join(here, '../../../LICENSE'), join(here, 'LICENSE'));
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: [join(here, 'src/extension.ts')],
  outfile: join(here, 'dist/extension.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  minify: !isDev,
  sourcemap: isDev,
  legalComments: 'none',
  metafile: true,
});

// The licences of the packages that are in the bundle.
const LICENSES = ['Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];
const folders = Object.keys(metafile.inputs).map(
    (file) => /^(.*node_modules\/(?:@[^/]*\/)?[^/]*)\//.exec(file)?.[1]).filter(Boolean);
let notices = '';
for (const folder of [...new Set(folders)].sort()) {
  const text = (entry) => readFileSync(join(here, folder, entry), 'utf8');
  const { name, version, license } = JSON.parse(text('package.json'));
  if (!LICENSES.includes(license)) throw new Error(`${name} has the licence ${license}`);
  const file = readdirSync(join(here, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no text of its licence`);
  notices += `---- ${name} ${version} (${license})\n\n${text(file).trim()}\n\n`;
}
writeFileSync(join(here, 'dist/LICENSES.txt'), notices);
