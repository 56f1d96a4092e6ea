// The call tree of computations. A computation with several callers appears under each of them;
// those without callers come after the entry.
const open = new Set();  // paths of open nodes
let nodes = [];          // visible ones: {c, depth, path}

function listNodes() {
  nodes = [];
  const roots = computations.map((_, c) => c)
                    .filter((c) => c === entry || computations[c].callers.length === 0)
                    .sort((a, b) => (b === entry) - (a === entry) || a - b);
  const stack = roots.reverse().map((c) => ({c, depth: 0, path: `${c}`}));
  while (stack.length > 0) {
    const node = stack.pop();
    nodes.push(node);
    if (!open.has(node.path)) continue;
    const callees = computations[node.c].callees;
    for (let i = callees.length - 1; i >= 0; --i) {
      stack.push({c: callees[i], depth: node.depth + 1, path: `${node.path}/${callees[i]}`});
    }
  }
  tree.setLength(nodes.length);
}

function renderNode(index) {
  const {c, depth, path} = nodes[index];
  const computation = computations[c];
  const twisty = computation.callees.length === 0 ? '' : open.has(path) ? '▾' : '▸';
  const element = el(
      'div', 'node', el('span', 'twisty', twisty), el('span', 'label', computation.name.slice(1)),
      el('span', 'count number', count(computation.rows.length)));
  element.style.paddingLeft =
      `${6 + Math.min(depth, 9) * 14}px`;  // deeper indents leave no room
  element.dataset.node = index;
  element.title = computation.name;
  if (c === entry) element.classList.add('entry');
  if (selected >= 0 && c === lineComputation[selected]) element.classList.add('current');
  return element;
}

const tree = new VirtualList($('tree'), {rowHeight: 22, render: renderNode});

function setOpen(path, isOpen) {
  if (isOpen)
    open.add(path);
  else
    open.delete(path);
  const top = $('tree').scrollTop;
  listNodes();
  $('tree').scrollTop = top;
}

// Deeper nodes stay closed: each open node stores its path.
const MOST_LEVELS = 300;

// Opens the nodes above computation `c`, along its first callers, unless it is visible already.
function revealInTree(c) {
  let shown = nodes.findIndex((node) => node.c === c);
  if (shown < 0) {
    const way = [c];
    for (let at = c; at !== entry && computations[at].callers.length > 0 &&
         way.length <= computations.length;) {
      at = computations[at].callers[0][0];
      way.push(at);
    }
    if (way.length > MOST_LEVELS) return;
    way.reverse();
    let path = '';
    for (const at of way.slice(0, -1)) {
      path += (path && '/') + at;
      open.add(path);
    }
    listNodes();
    shown = nodes.findIndex((node) => node.c === c);
  }
  if (shown >= 0) tree.reveal(shown);
}

$('tree').addEventListener('click', (event) => {
  const element = event.target.closest('.node');
  if (!element) return;
  const node = nodes[element.dataset.node];
  if (event.target.classList.contains('twisty')) {
    setOpen(node.path, !open.has(node.path));
  } else {
    jump(computations[node.c].first - 1);
  }
});
$('tree').addEventListener('keydown', (event) => {
  const at = nodes.findIndex((node) => selected >= 0 && node.c === lineComputation[selected]);
  const node = nodes[Math.max(0, at)];
  const to = {ArrowDown: at + 1, ArrowUp: at - 1}[event.key];
  if (to !== undefined && nodes[to]) {
    jump(computations[nodes[to].c].first - 1);
    tree.reveal(to);
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    setOpen(node.path, event.key === 'ArrowRight');
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
});
