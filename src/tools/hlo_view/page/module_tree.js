// The two trees of a module: computations by their calls, and instructions by their scopes.
import {computations, entry, HEAD, lineOf} from './module_model.js';
import {scopes, wayOf} from './module_scopes.js';
import {jump, selectedComputation, selectedRow, selection} from './module_selection.js';
import {durationOfRun} from './module_times.js';
import {$, bytes, compact, count, el, field, press} from './page.js';
import {Tree} from './tree.js';
/** @import {Scope} from './module_scopes.js' */

// ---- Calls. A computation with several callers appears under each of them; those without callers
// come after the entry.

/** @type {Tree<number>} */
const calls = new Tree($('tree'), {
  roots: () => computations.map((_, c) => c)
                   .filter((c) => c === entry || computations[c].callers.length === 0)
                   .sort((a, b) => Number(b === entry) - Number(a === entry) || a - b),
  childrenOf: (c) => computations[c].callees,
  keyOf: (c) => c,
  render: (element, c) => {
    const {name, rows} = computations[c];
    element.append(
        el('span', 'label', name.slice(1)), el('span', 'count number', count(rows.length)));
    element.title = name;
    element.classList.toggle('entry', c === entry);
    element.classList.toggle('current', c === selectedComputation());
  },
  goTo: (c) => jump(lineOf(c, HEAD)),
});

// From the entry along first callers.
/** @param {number} c */
function wayTo(c) {
  const way = [c];
  const seen = new Set(way);
  for (let at = c; at !== entry && computations[at].callers.length > 0;) {
    at = computations[at].callers[0][0];
    if (seen.has(at)) break;
    seen.add(at);
    way.push(at);
  }
  return way.reverse();
}

// ---- Scopes, those with the most of a measure first.

/** @type {Record<string, (scope: Scope) => string>} */
const MEASURES = {
  count: (scope) => count(scope.count),
  bytes: (scope) => bytes(scope.bytes),
  flops: (scope) => compact(scope.flops),
  time: (scope) => durationOfRun(scope.time),
};
const measure = () => /** @type {'count' | 'bytes' | 'flops' | 'time'} */ (field('measure').value);
const byMeasure =
    (/** @type {Iterable<Scope>} */ list) => [...list].sort((a, b) => b[measure()] - a[measure()]);
// The scope that the reader has chosen stays the current one while the selected line is in it.
/** @type {Scope | null} */
let chosen = null;
/** @type {Tree<Scope>} */
const scopeTree = new Tree($('scopes'), {
  roots: () => byMeasure(scopes.children.values()),
  childrenOf: ({children}) => byMeasure(children.values()),
  keyOf: ({name}) => name,
  render: (element, scope) => {
    element.append(
        el('span', 'label', scope.name), el('span', 'count number', MEASURES[measure()](scope)));
    element.title = `${scope.path}\n${
        Object.entries(MEASURES).map(([name, text]) => `${name} ${text(scope)}`).join(', ')}`;
    element.classList.toggle(
        'current',
        scope === wayOf(selectedComputation(), selectedRow(selectedComputation())).at(-1));
    element.style.setProperty('--bar', `${100 * scope[measure()] / (scopes[measure()] || 1)}%`);
  },
  goTo: (scope) => {
    chosen = scope;
    const {path} = scope;
    selection.search('source', `^${path.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(/|;|$)`, true);
  },
});
$('measure').addEventListener('change', () => scopeTree.update());

// ---- Both.

const tabs = {
  calls: 'tree',
  'by-scope': 'scopes'
};
for (const [button, panel] of Object.entries(tabs)) {
  $(button).addEventListener('click', () => {
    for (const [other, each] of Object.entries(tabs)) {
      press($(other), other === button);
      $(each).hidden = each !== panel;
    }
    $('measure').hidden = panel !== 'scopes';
    showInTree();
  });
}
$('by-scope').hidden = scopes.children.size === 0;
for (const option of $('measure').querySelectorAll('option'))
  option.hidden = scopes[/** @type {'count'} */ (option.value)] === 0;

/** Shows where the selected line is. */
export function showInTree() {
  const c = selectedComputation();
  if (!$('tree').hidden) return calls.reveal(wayTo(c));
  const way = wayOf(c, selectedRow(c));
  const end = chosen ? way.indexOf(chosen) : -1;
  if (way.length > 0) scopeTree.reveal(end < 0 ? way : way.slice(0, end + 1));
}
