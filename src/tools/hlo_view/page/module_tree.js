// The call tree of computations. A computation with several callers appears under each of them;
// those without callers come after the entry.
import {computations, entry, HEAD, lineOf} from './module_model.js';
import {jump, selectedComputation} from './module_selection.js';
import {$, count, el} from './page.js';
import {VirtualList} from './virtual_list.js';

const INDENT = 14;
const MOST_INDENTS = 9;   // deeper ones leave no room
const MOST_LEVELS = 300;  // deeper nodes stay closed: each open node stores its path

/** @type {Set<string>} */
const opened = new Set([`${entry}`]);  // paths of open nodes
/** @type {{c: number, depth: number, path: string}[]} */
let nodes = [];  // visible ones

function listNodes() {
  const current = nodes[tree.current]?.path;
  nodes = [];
  const roots = computations.map((_, c) => c)
                    .filter((c) => c === entry || computations[c].callers.length === 0)
                    .sort((a, b) => Number(b === entry) - Number(a === entry) || a - b);
  const stack = roots.reverse().map((c) => ({c, depth: 0, path: `${c}`}));
  for (let node = stack.pop(); node; node = stack.pop()) {
    const {c, depth, path} = node;
    nodes.push(node);
    if (!opened.has(path)) continue;
    for (const callee of [...computations[c].callees].reverse())
      stack.push({c: callee, depth: depth + 1, path: `${path}/${callee}`});
  }
  tree.current = nodes.findIndex(({path}) => path === current);
  const top = $('tree').scrollTop;
  tree.setLength(nodes.length);
  $('tree').scrollTop = top;
}

/** @param {number} index */
function renderNode(index) {
  const {c, depth, path} = nodes[index];
  const {name, rows, callees} = computations[c];
  const twisty = callees.length === 0 ? '' : opened.has(path) ? '▾' : '▸';
  const element =
      el('div', 'node', el('span', 'twisty', twisty), el('span', 'label', name.slice(1)),
         el('span', 'count number', count(rows.length)));
  element.style.paddingLeft = `${6 + Math.min(depth, MOST_INDENTS) * INDENT}px`;
  element.dataset.node = String(index);
  element.ariaLevel = String(depth + 1);
  if (callees.length > 0) element.ariaExpanded = String(opened.has(path));
  element.title = name;
  element.classList.toggle('entry', c === entry);
  element.classList.toggle('current', c === selectedComputation());
  return element;
}
const tree = new VirtualList($('tree'), {rowHeight: 22, role: 'treeitem', render: renderNode});
listNodes();

/** @param {string} path @param {boolean} isOpen */
function setOpen(path, isOpen) {
  if (isOpen)
    opened.add(path);
  else
    opened.delete(path);
  listNodes();
}

// Shows the selected computation: opens the nodes above it, along its first callers, unless it is
// visible already.
export function showInTree() {
  const c = selectedComputation();
  if (nodes[tree.current]?.c === c) return tree.goTo(tree.current);
  const find = () => nodes.findIndex((node) => node.c === c);
  if (find() < 0) {
    const way = [c];
    for (let at = c;
         at !== entry && computations[at].callers.length > 0 && way.length <= MOST_LEVELS;) {
      at = computations[at].callers[0][0];
      way.push(at);
    }
    if (way.length <= MOST_LEVELS) {
      way.reverse();
      for (let i = 1; i < way.length; ++i) opened.add(way.slice(0, i).join('/'));
      listNodes();
    }
  }
  tree.goTo(find());
}

/** @param {number} index */
function goTo(index) {
  if (!nodes[index]) return;
  tree.current = index;
  jump(lineOf(nodes[index].c, HEAD));
}

$('tree').addEventListener('click', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const element = /** @type {HTMLElement | null} */ (target.closest('.node'));
  if (!element) return;
  const index = Number(element.dataset.node);
  if (target.classList.contains('twisty'))
    setOpen(nodes[index].path, !opened.has(nodes[index].path));
  else
    goTo(index);
});
$('tree').addEventListener('keydown', (event) => {
  const at = Math.max(0, tree.current);
  const {c, depth, path} = nodes[at];
  const isOpen = opened.has(path);
  switch (event.key) {
    case 'ArrowDown':
      goTo(at + 1);
      break;
    case 'ArrowUp':
      goTo(at - 1);
      break;
    case 'ArrowRight':  // opens, or goes in
      if (isOpen)
        goTo(at + 1);
      else if (computations[c].callees.length > 0)
        setOpen(path, true);
      break;
    case 'ArrowLeft':  // closes, or goes out
      if (isOpen)
        setOpen(path, false);
      else
        goTo(nodes.findLastIndex((node, i) => i < at && node.depth < depth));
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
});
