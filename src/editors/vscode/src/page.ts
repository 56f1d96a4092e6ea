// HTML of webviews. A page of hlo-view allows its own script and style by their hashes and nothing
// else; one script of ours is added, by its hash, and tells VS Code which line the reader selects.
import { createHash, randomBytes } from 'node:crypto';

export type Theme = 'light' | 'dark';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

// Runs before the page's script. In a webview the address belongs to VS Code, so history may refuse
// to change it.
const SCRIPT = `(() => {
  const vscode = acquireVsCodeApi();
  const {address, theme} = document.querySelector('meta[name="vscode"]').dataset;
  document.documentElement.style.colorScheme = theme;
  if (address) location.hash = address;
  document.addEventListener('DOMContentLoaded', () => { document.body.style.padding = '0'; });
  for (const name of ['pushState', 'replaceState']) {
    const original = history[name].bind(history);
    history[name] = (state, unused, url) => {
      vscode.postMessage({address: String(url)});
      try { original(state, unused, url); } catch {}
    };
  }
})();`;

export function viewPage(page: string, address: string, theme: Theme): string {
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  const policy = /(<meta http-equiv="Content-Security-Policy" content="[^"]*script-src )/;
  const allowed = page.replace(policy, `$1'sha256-${hash}' `);
  if (allowed === page) throw new Error('hlo-view made a page without a policy');
  const data = `<meta name="vscode" data-address="${escapeHtml(address)}" data-theme="${theme}">`;
  return allowed.replace('</head>', () => `${data}<script>${SCRIPT}</script></head>`);
}

// A graph from dot: dragging moves it, the wheel zooms, and a click goes to the instruction.
const GRAPH_SCRIPT = `
  const vscode = acquireVsCodeApi();
  const svg = document.querySelector('svg');
  let {x, y, width, height} = svg.viewBox.baseVal;
  const show = () => svg.setAttribute('viewBox', [x, y, width, height].join(' '));
  svg.addEventListener('wheel', (event) => {
    event.preventDefault();
    const factor = Math.exp(Math.sign(event.deltaY) * 0.15), box = svg.getBoundingClientRect();
    x += (event.clientX - box.left) / box.width * width * (1 - factor);
    y += (event.clientY - box.top) / box.height * height * (1 - factor);
    width *= factor;
    height *= factor;
    show();
  }, {passive: false});
  let isDragged = false;
  svg.addEventListener('pointermove', (event) => {
    if (!(event.buttons & 1)) return;
    const box = svg.getBoundingClientRect();
    const scale = Math.max(width / box.width, height / box.height);
    isDragged ||= Math.abs(event.movementX) + Math.abs(event.movementY) > 1;
    x -= event.movementX * scale;
    y -= event.movementY * scale;
    show();
  });
  svg.addEventListener('pointerdown', () => { isDragged = false; });
  svg.addEventListener('click', (event) => {
    event.preventDefault();
    const text = event.target.closest('a')?.getAttribute('xlink:title') ?? '';
    const name = /^(?:ROOT )?%([\\w.\\-]+) = /.exec(text)?.[1];
    if (name && !isDragged) vscode.postMessage({instruction: name});
  });`;

export function graphPage(svg: string): string {
  const start = svg.indexOf('<svg');
  if (start < 0) throw new Error('dot drew nothing');
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; ` +
      `base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">
  html, body { height: 100%; margin: 0; padding: 0; overflow: hidden; background: white; }
  svg { width: 100%; height: 100%; cursor: grab; }
  svg a { cursor: pointer; }
</style>
</head>
<body>
${svg.slice(start)}
<script nonce="${nonce}">${GRAPH_SCRIPT}</script>
</body>
</html>`;
}
