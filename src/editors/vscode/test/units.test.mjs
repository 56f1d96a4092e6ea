// Parts of the extension that need no VS Code: node --test test/
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hlo-vscode-'));
after(() => rmSync(folder, { recursive: true }));

async function load(name) {
  const outfile = join(folder, `${name}.mjs`);
  const entryPoints = [join(here, `../src/${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return import(pathToFileURL(outfile));
}
const { placeOf, lineOf, addressOf, placeOfAddress } = await load('place');
const { previousStage, stageOf } = await load('passes');
const { viewPage, graphPage, escapeHtml } = await load('page');

const TEXT = `HloModule m

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  ROOT %sum.1 = f32[] add(%x, %x)
}

ENTRY main {
  p = f32[2]{0} parameter(0)
  ROOT r = (f32[2]{0}, /*index=1*/f32[2]{0})
    tuple(p, p)
}
`.split('\n');
const lines = (at) => TEXT[at];

test('the place of a line', () => {
  assert.deepEqual(placeOf(lines, 0), {});
  assert.deepEqual(placeOf(lines, 2), { computation: 'add', instruction: undefined });
  assert.deepEqual(placeOf(lines, 4), { computation: 'add', instruction: 'sum.1' });
  assert.deepEqual(placeOf(lines, 6), {});
  assert.deepEqual(placeOf(lines, 7), { computation: 'main', instruction: undefined });
  assert.deepEqual(placeOf(lines, 10), { computation: 'main', instruction: 'r' });
});

test('the line of a place', () => {
  const at = (place) => lineOf(lines, TEXT.length, place);
  for (const line of [2, 4, 7, 8, 9]) assert.equal(at(placeOf(lines, line)), line);
  assert.equal(at({ computation: 'main', instruction: 'x' }), -1);
  assert.equal(at({ instruction: 'sum.1' }), 4);
  assert.equal(at({ computation: 'none' }), -1);
});

test('addresses of hlo-view', () => {
  assert.equal(addressOf({ computation: 'main', instruction: 'a.b-c' }), '#main/a.b-c');
  assert.equal(addressOf({ computation: 'main' }), '#main');
  assert.equal(addressOf({}), '');
  assert.deepEqual(placeOfAddress('#main/r'), { computation: 'main', instruction: 'r' });
  assert.deepEqual(placeOfAddress('#-main/log'), { computation: 'main', instruction: 'log' });
  assert.deepEqual(placeOfAddress('#%E0%A4%A'), {});
});

test('the stage before', () => {
  const files = [
    'module_0001.jit_f.0003.simplification.after_algsimp.before_dce.txt',
    'module_0001.jit_f.before_optimizations.txt',
    'module_0001.jit_f.0012.simplification.after_dce.before_cse.txt',
    'module_0001.jit_f.cpu_after_optimizations.txt',
    'module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt',
    'module_0002.jit_g.0004.simplification.after_dce.before_cse.txt',
    'step.hlo',
  ];
  const [third, before, twelfth, after, buffers, other, own] = files;
  assert.equal(previousStage(files, before), undefined);
  assert.equal(previousStage(files, third), before);
  assert.equal(previousStage(files, twelfth), third);
  assert.equal(previousStage(files, after), twelfth);
  assert.equal(previousStage(files, 'module_0001.jit_f.sm_8.0_gpu_after_optimizations.txt'), twelfth);
  assert.equal(previousStage(files, other), undefined);
  assert.equal(stageOf(buffers), undefined);
  assert.equal(stageOf(own), undefined);
});

test('a page of hlo-view allows one script more, by its hash', () => {
  const page = '<html><head><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; ' +
      'script-src \'sha256-x\'; style-src \'sha256-y\'"></head><body></body></html>';
  const html = viewPage(page, '#main/"><script>', 'dark');
  const script = /<script>(.*?)<\/script>/s.exec(html)[1];
  const hash = createHash('sha256').update(script).digest('base64');
  assert.ok(html.includes(`script-src 'sha256-${hash}' 'sha256-x'; style-src 'sha256-y'`));
  assert.equal(html.match(/<script>/g).length, 1);
  assert.throws(() => viewPage('<html></html>', '', 'dark'), /without a policy/);
});

test('a graph', () => {
  const html = graphPage('<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"></svg>');
  assert.ok(!html.includes('<?xml'));
  assert.match(html, /default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-/);
  assert.throws(() => graphPage(''), /nothing/);
  assert.equal(escapeHtml(`<a b="c">&'`), '&#60;a b=&#34;c&#34;&#62;&#38;&#39;');
});

// The settings in the server's manual, with their defaults.
const manual = join(here, '../../../../docs/reference/hlo-lsp.md');
test('settings of the server', { skip: !existsSync(manual) }, () => {
  const { contributes } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
  const { properties } = contributes.configuration;
  const rows = [...readFileSync(manual, 'utf8').matchAll(/^\| `(hlo\.[\w.]+)` \| `([^`]*)` \|/gm)];
  assert.ok(rows.length > 5);
  for (const [, name, value] of rows) assert.equal(String(properties[name]?.default), value, name);
  const ours = /^hlo\.((server|view|translate|dot)\.|graph\.|trace\.)/;
  const names = Object.keys(properties).filter((name) => !ours.test(name));
  assert.deepEqual(names.sort(), rows.map(([, name]) => name).sort());
});
