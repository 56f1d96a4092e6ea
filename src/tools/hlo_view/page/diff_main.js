// The page of two modules: lines in two columns, or on a narrow screen in one; selection, search,
// keys. The address of a line is #COMPUTATION/INSTRUCTION of the later module,
// #-COMPUTATION/INSTRUCTION of the earlier one if only that has it.
import {ADDED, AFTER, BEFORE, CHANGED, changedPieces, computationOf, diff, hasSide, hasText, itemOf, MOVED_AWAY, MOVED_HERE, neighboursIn, pairOfComputation, pairs, REMOVED, rowOf, SAME, sideOf, sides, writers} from './diff_model.js';
import {showGraph} from './graph.js';
import {$, count, el, field, isPressed, isSelectingText, largest, namesOf, onKeys, plural, press, theme} from './page.js';
import {IS_ROOT, NAME, OPCODE, originOf, SHAPE, shapeOf, shorten, stackOf, textOfRow} from './rows.js';
import {Search} from './search.js';
import {VirtualList} from './virtual_list.js';
/** @import {Item, Pair} from './diff_model.js' */
/** @import {RowStyle} from './rows.js' */

const CONTEXT = 3;  // rows that are the same, around those that differ
const narrow = matchMedia('(max-width: 700px)');

/**
 * A line of the list. A row is in the columns of `sides`: both or one.
 * @typedef {{type: 'row', pair: Pair, item: Item, sides: number[]}} RowLine
 * @typedef {{type: 'head' | 'tail', pair: Pair}} EndLine
 * @typedef {{type: 'fold', pair: Pair, from: number, end: number}} FoldLine
 * @typedef {{type: 'field', field: DiffData['header'][0]}} FieldLine
 * @typedef {RowLine | EndLine | FoldLine | FieldLine | {type: 'blank'}} Line
 */
/** @type {Line[]} */
let lines = [];
/** @type {Line | null} */
let selected = null;
// Items that are shown, though nothing near them differs.
/** @type {Set<Item>} */
const unfolded = new Set();

const showsAll = () => isPressed($('all'));
/** @param {Line | null} line */
const pairOf = (line) => line && 'pair' in line ? line.pair : null;

function listLines() {
  lines = diff.header.map((field) => ({type: 'field', field}));
  if (lines.length > 0) lines.push({type: 'blank'});
  for (const pair of pairs) {
    if (!pair.differs && !showsAll()) continue;
    lines.push({type: 'head', pair});
    listItems(pair);
    lines.push({type: 'tail', pair}, {type: 'blank'});
  }
  $('listing').ariaRowCount = String(lines.length);
  listing.setLength(lines.length);
}

/** @param {Pair} pair */
function listItems(pair) {
  const {items} = pair;
  const isShown = new Uint8Array(items.length);
  items.forEach((item, i) => {
    if (item.kind !== SAME) isShown.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
    if (showsAll() || unfolded.has(item)) isShown[i] = 1;
  });
  for (let i = 0; i < items.length;) {
    let end = i;
    while (end < items.length && !isShown[end]) ++end;
    if (end - i > 1) {
      lines.push({type: 'fold', pair, from: i, end});
      i = end;
      continue;
    }
    const item = items[i++];
    const isTwice = item.kind === CHANGED;
    const columns = !narrow.matches ? [[BEFORE, AFTER]] :
        isTwice                     ? [[BEFORE], [AFTER]] :
                                      [[sideOf(item)]];
    for (const sides of columns) lines.push({type: 'row', pair, item, sides});
  }
}

/** @param {FoldLine} fold */
function unfold({pair, from, end}) {
  for (const item of pair.items.slice(from, end)) unfolded.add(item);
  listAgain();
}

// Keeps the selection, if its line is still there.
function listAgain() {
  const partsOf =
      (/** @type {any} */ line) => [line.type, line.pair, line.item, line.sides?.[0], line.field];
  const old = selected && partsOf(selected);
  listLines();
  selected =
      old && (lines.find((line) => partsOf(line).every((part, i) => part === old[i])) ?? null);
  listing.current = selected ? lines.indexOf(selected) : -1;
  listing.refresh();
  showDetails();
}

// ---- Lines as elements.

/** @type {Record<number, string[]>} */
const SIDE_CLASS = {
  [SAME]: ['', ''],
  [REMOVED]: ['removed', 'none'],
  [ADDED]: ['none', 'added'],
  [CHANGED]: ['changed', 'changed'],
  [MOVED_AWAY]: ['moved', 'none'],
  [MOVED_HERE]: ['none', 'moved'],
};

// Appends the text of an item on a side, with marks at what has changed.
/**
 * @param {Element} element @param {Pair} pair @param {Item} item @param {number}
 *     side @param {RowStyle} style
 */
function appendRow(element, pair, item, side, style) {
  const marks = changedPieces(pair, item, side);
  const c = pair.computations[side];
  writers[side].appendRow(element, c, item.rows[side], {...style, marks});
}

/** @param {string} className @param {string | number} step @param {(string | Node)[]} content */
function sideCell(className, step, ...content) {
  const cell =
      el('div', `side ${className}`, el('span', 'step', step),
         el('span', 'content', el('span', 'text', ...content)));
  cell.role = 'gridcell';
  return cell;
}

/** @param {RowLine} line @param {number} side */
function rowCell({pair, item, sides: {length}}, side) {
  const isAlone = item.kind === CHANGED && length === 1;
  const kind = isAlone ? ['removed', 'added'][side] : SIDE_CLASS[item.kind][side];
  if (!hasSide(item, side)) return sideCell(kind, '');
  const text = el('span');
  appendRow(text, pair, item, side, {fold: (folded) => folded});
  const note = item.kind === MOVED_AWAY ? 'schedule (moves)' :
      side === AFTER                    ? item.changes.join(', ') :
                                          '';
  return sideCell(
      kind, item.rows[side], '  ', text, ...(note ? [el('span', 'note', `  // ${note}`)] : []));
}

/** The text on a side of a line that is not a row. @param {Line} line @param {number} side */
function textOf(line, side) {
  if (line.type === 'field') {
    const value = side === BEFORE ? line.field.before : line.field.after;
    return value === '' ? '' : `${line.field.name}=${value}`;
  }
  const pair = pairOf(line);
  const computation = pair && computationOf(pair, side);
  if (!computation) return '';
  if (line.type === 'tail') return `}${computation.tail}`;
  return computation.head + (pair.changes && side === AFTER ? `  // ${pair.changes}` : '');
}

/** @param {Line} line @param {number} side */
function classOf(line, side) {
  const pair = pairOf(line);
  if (line.type === 'field' || (pair?.computations.includes(-1) && pair.differs))
    return textOf(line, side) === '' ? 'none' : ['removed', 'added'][side];
  return line.type === 'head' && line.pair.changes ? 'changed' : '';
}

/** @param {Line} line */
function cellsOf(line) {
  if (line.type === 'row') return line.sides.map((side) => rowCell(line, side));
  const shown = narrow.matches ? [textOf(line, AFTER) === '' ? BEFORE : AFTER] : [BEFORE, AFTER];
  return shown.map((side) => sideCell(classOf(line, side), '', shorten(textOf(line, side))));
}

/** @param {number} index */
function renderLine(index) {
  const line = lines[index];
  const element = el('div', `pair ${line.type}`);
  element.dataset.line = String(index);
  element.ariaRowIndex = String(index + 1);
  if (line.type === 'fold') {
    const button = el('button', 'plain', `… ${plural(line.end - line.from, 'unchanged row')}`);
    button.ariaExpanded = 'false';
    const cell = element.appendChild(el('div', '', button));
    cell.role = 'gridcell';
  } else {
    element.append(...cellsOf(line));
  }
  element.classList.toggle('single', element.children.length === 1);
  element.classList.toggle('selected', line === selected);
  element.classList.toggle('found', line.type === 'row' && found.has(line.item));
  return element;
}

// Room for the widest line in sight; it only grows.
let widest = 0;
function measure() {
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (
           $('listing').querySelectorAll('.text')))
    widest = Math.max(widest, text.offsetWidth - (text.parentElement?.clientWidth ?? 0));
  $('width').style.width = `${$('across').clientWidth + Math.max(0, widest)}px`;
}

const listing = new VirtualList(
    $('listing'), {rowHeight: 20, role: 'row', render: renderLine, onDraw: measure});
const mostRows = largest(sides.flatMap((side) => side.computations), 1, ({rows}) => rows.length);
$('listing').style.setProperty('--step-width', `${String(mostRows).length * 7 + 16}px`);
$('across').addEventListener('scroll', () => {
  $('listing').style.setProperty('--shift', `${$('across').scrollLeft}px`);
});
$('listing').addEventListener('wheel', (event) => {
  const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (by !== 0) $('across').scrollLeft += by;
}, {passive: true});

// ---- The computations.

/** @param {number} index */
function renderPair(index) {
  const pair = pairs[index];
  const [before, after] = [BEFORE, AFTER].map((side) => computationOf(pair, side)?.name.slice(1));
  const element = el('div', 'node', el('span', 'label', after ?? before ?? ''));
  ['plus +', 'minus −', 'other ~'].forEach((kind, i) => {
    const [className, sign] = kind.split(' ');
    if (pair.counts[i] > 0)
      element.append(el('span', `number ${className}`, `${sign}${count(pair.counts[i])}`));
  });
  element.dataset.pair = String(index);
  element.ariaPosInSet = String(index + 1);
  element.ariaSetSize = String(pairs.length);
  element.title =
      before && after && before !== after ? `${after}, was ${before}` : after ?? before ?? '';
  element.classList.toggle('same', !pair.differs);
  element.classList.toggle('current', pairOf(selected) === pair);
  return element;
}
const nodes = new VirtualList($('pairs'), {rowHeight: 22, role: 'option', render: renderPair});
$('pairs').addEventListener('click', (event) => {
  const element = /** @type {HTMLElement} */ (event.target).closest('.node');
  if (element instanceof HTMLElement) goTo(pairs[Number(element.dataset.pair)], AFTER, -1);
});
$('pairs').addEventListener('keydown', (event) => {
  const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!by) return;
  event.preventDefault();
  event.stopPropagation();
  const pair = pairs[nodes.current + by];
  if (pair) goTo(pair, AFTER, -1);
});

// ---- Selection.

/** @param {Line} line */
function select(line) {
  const pair = pairOf(line);
  selected = line;
  listing.goTo(lines.indexOf(line));
  nodes.goTo(pair?.index ?? -1);
  showNeighbours();
  showDetails();
  const hash = addressOf(line);
  if (hash && hash !== location.hash) history.replaceState(null, '', hash);
}

/** @param {Line} line */
function addressOf(line) {
  const pair = pairOf(line);
  if (!pair) return '';
  const row = line.type === 'row' ? line : null;
  const side = row ? sideOf(row.item) : pair.computations[AFTER] >= 0 ? AFTER : BEFORE;
  return writers[side].addressOf(pair.computations[side], row ? row.item.rows[side] : null);
}

/** Goes to the line of an address, if there is one. @param {string} hash */
function follow(hash) {
  const side = hash[1] === '-' ? BEFORE : AFTER;
  let names;
  try {
    names = namesOf(side === BEFORE ? `#${hash.slice(2)}` : hash);
  } catch {
    return false;
  }
  const c = sides[side].computations.findIndex(({name}) => name === names[0]);
  const pair = c < 0 ? undefined : pairOfComputation[side].get(c);
  if (!pair) return false;
  goTo(pair, side, sides[side].computations[c].rows.findIndex((row) => row[NAME] === names[1]));
  return true;
}

// Selects the row of a side of a pair; its first line for -1. Shows what is folded.
/** @param {Pair} pair @param {number} side @param {number} row */
function goTo(pair, side, row) {
  const item = row < 0 ? null : itemOf(pair, side, row);
  const find = () => lines.find(
      (line) => pairOf(line) === pair &&
          (item ? line.type === 'row' && line.item === item &&
                   (line.sides.includes(side) || !hasSide(item, 1 - side)) :
                  line.type === 'head'));
  if (!find()) {
    if (!pair.differs) press($('all'), true);
    if (item) unfolded.add(item);
    listLines();
  }
  const line = find();
  if (line) select(line);
}

function showDetails() {
  const box = $('details');
  box.replaceChildren();
  box.scrollTop = 0;
  if (!selected) return;
  const line = selected;
  if (line.type !== 'row') {
    box.append(...[BEFORE, AFTER]
                   .map((side) => textOf(line, side))
                   .filter((text) => text !== '')
                   .map((text) => el('div', '', text)));
    return;
  }
  const {pair, item} = line;
  box.append(el('h2', '', TITLES[item.kind] ?? item.changes.join(', ') ?? ''));
  for (const side of [BEFORE, AFTER]) {
    if (item.rows[side] < 0) continue;
    const text = el('div');
    appendRow(text, pair, item, side, {isFull: true, withLayout: true});
    const {opName = '', stack = []} =
        originOf(sides[side], pair.computations[side], item.rows[side]) ?? {};
    box.append(text, el('p', 'quiet mono', opName), stackOf(stack));
  }
}
/** @type {Record<number, string>} */
const TITLES = {
  [SAME]: 'the same',
  [REMOVED]: 'only before',
  [ADDED]: 'only after'
};

// ---- The graph of both sides around the selected row; what one side has is coloured.

function showNeighbours() {
  const isWanted = isPressed($('graph-button'));
  $('graph').hidden = !isWanted;
  const line = selected;
  const pair = pairOf(line);
  if (!isWanted || !line || !pair) return;
  const {items} = pair;
  const neighbours = neighboursIn(pair);
  const centre = line.type === 'row' ? neighbours.nodeOf(line.item) : null;
  const roots = items.flatMap((item, node) => {
    const isRoot = [BEFORE, AFTER].some((side) => rowOf(pair, item, side)?.[IS_ROOT]);
    return isRoot && neighbours.nodeOf(item) === node ? [node] : [];
  });
  showGraph(
      {
        neighboursOf: (node) => ({above: neighbours.above[node], below: neighbours.below[node]}),
        describe: (node) => {
          const item = items[node];
          const side = item.rows[AFTER] >= 0 ? AFTER : BEFORE;
          const c = pair.computations[side], r = item.rows[side];
          const row = sides[side].computations[c].rows[r];
          return {
            href: writers[side].addressOf(c, r),
            lines: [row[NAME], `${row[OPCODE]} ${shapeOf(sides[side], row[SHAPE], false)}`],
            title: [
              textOfRow(sides[side], c, row), ...originOf(sides[side], c, r)?.stack ?? []
            ].join('\n'),
            className: SIDE_CLASS[item.kind][side],
          };
        },
      },
      centre, roots);
}
$('hops').addEventListener('change', showNeighbours);
$('graph-button').addEventListener('click', () => {
  press($('graph-button'), !isPressed($('graph-button')));
  showNeighbours();
  if (selected) listing.goTo(lines.indexOf(selected));
});

// ---- Search, in the text of both sides.

/** @type {Set<Item>} */
let found = new Set();
/** @type {Search<{pair: Pair, item: Item}>} */
const search = new Search({
  find: (query) => pairs.flatMap(
      (pair) => pair.items.filter((item) => hasText(pair, item, query.toLowerCase()))
                    .map((item) => ({pair, item}))),
  isPassed: () => false,
  goTo: ({pair, item}) => goTo(pair, sideOf(item), item.rows[sideOf(item)]),
  show: () => {
    found = new Set(search.results.map(({item}) => item));
    listing.refresh();
  },
});

// ---- Buttons and keys.

function toggleAll() {
  press($('all'), !showsAll());
  listAgain();
  if (selected) listing.goTo(lines.indexOf(selected));
}

/** @param {Line | undefined} line */
const isDifference = (line) => line !== undefined &&
    (line.type === 'field' || (line.type === 'row' && line.item.kind !== SAME) ||
     (line.type === 'head' && line.pair.changes !== ''));
/** To the first line of the next differences. @param {1 | -1} by */
function goToDifference(by) {
  let at = selected ? lines.indexOf(selected) : by > 0 ? -1 : lines.length;
  do at += by;
  while (lines[at] && (!isDifference(lines[at]) || isDifference(lines[at - 1])));
  if (lines[at]) select(lines[at]);
}
/** @param {1 | -1} by */
function step(by) {
  let at = selected ? lines.indexOf(selected) + by : 0;
  while (lines[at]?.type === 'blank') at += by;
  if (lines[at]) select(lines[at]);
}
$('all').addEventListener('click', toggleAll);
$('next-difference').addEventListener('click', () => goToDifference(1));
$('previous-difference').addEventListener('click', () => goToDifference(-1));
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || isSelectingText()) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey)
    return;  // the browser opens the link elsewhere
  const target = event.target.closest('a[href], .pair');
  const address = target?.getAttribute('href');
  if (address) {
    event.preventDefault();
    follow(address);
  } else if (target instanceof HTMLElement) {
    const line = lines[Number(target.dataset.line)];
    if (line.type === 'fold')
      unfold(line);
    else if (line.type !== 'blank')
      select(line);
  }
});
onKeys({
  '/': () => field('query').select(),
  h: () => $('graph-button').click(),
  n: () => goToDifference(1),
  N: () => goToDifference(-1),
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  Enter: () => selected?.type === 'fold' && unfold(selected),
  u: toggleAll,
  d: () => theme.toggle(),
});
addEventListener('hashchange', () => follow(location.hash));
narrow.addEventListener('change', listAgain);

// ---- Start.

const names = sides.map((module) => module.file || module.name);
$('title').textContent = names.join(' → ');
$('before').textContent = names[BEFORE];
$('after').textContent = names[AFTER];
const isSame = diff.header.length === 0 && !pairs.some((pair) => pair.differs);
$('facts').textContent = isSame ?
    'No difference but in names, order or metadata' :
    `+${count(diff.added)} −${count(diff.removed)} ~${count(diff.changed)} instructions`;
press($('all'), isSame);
nodes.setLength(pairs.length);
listLines();
if (!follow(location.hash)) goToDifference(1);
$('listing').focus();
