// The lines of both modules in two columns, or on a narrow screen in one; selection, search, keys.
// The address of a line is #COMPUTATION/INSTRUCTION of the later module, #-COMPUTATION/INSTRUCTION
// of the earlier one if only that has it.
const CONTEXT = 3;  // rows that are the same, around those that differ
const state = {
  all: false,
  unfolded: new Set(),
  query: '',
  found: [],
  at: -1
};
const narrow = matchMedia('(max-width: 700px)');

// Kinds of lines: a field of the header; the first and last line of a computation; a row, in both
// columns or, with `side`, in one; rows that are left out.
let lines = [];
let selected = null;  // a line

function listLines() {
  lines = [];
  for (const field of data.header) lines.push({type: 'field', field});
  if (data.header.length > 0) lines.push({type: 'blank'});
  for (const pair of data.pairs) {
    if (!pair.differs && !state.all) continue;
    lines.push({type: 'head', pair});
    listItems(pair);
    lines.push({type: 'tail', pair}, {type: 'blank'});
  }
  listing.setLength(lines.length);
}

// Keeps the selection, if its line is still there.
function listAgain() {
  const old = selected;
  listLines();
  selected = old &&
      (lines.find(
           (line) => ['type', 'pair', 'item', 'side', 'field'].every(
               (key) => line[key] === old[key])) ??
       null);
  listing.refresh();
  showDetails();
}

function listItems(pair) {
  const {items} = pair;
  const isShown = new Uint8Array(items.length);
  items.forEach((item, i) => {
    if (item.kind !== SAME) isShown.fill(1, Math.max(0, i - CONTEXT), i + CONTEXT + 1);
    if (state.all || state.unfolded.has(item)) isShown[i] = 1;
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
    if (narrow.matches && (item.kind === CHANGED || item.kind === MOVED_HERE)) {
      if (item.kind === CHANGED) lines.push({type: 'row', pair, item, side: BEFORE});
      lines.push({type: 'row', pair, item, side: AFTER});
    } else {
      lines.push({type: 'row', pair, item, side: narrow.matches ? sideOf(item) : -1});
    }
  }
}

// ---- Rows.
const SIDE_CLASS = {
  [REMOVED]: ['removed', 'none'],
  [ADDED]: ['none', 'added'],
  [CHANGED]: ['changed', 'changed'],
  [MOVED_AWAY]: ['moved', 'none'],
  [MOVED_HERE]: ['none', 'moved'],
};

// An item has text on the sides that are there; one that moves, at each of its places.
const hasSide = (item, side) => item.rows[side] >= 0 &&
    !(item.kind === MOVED_AWAY && side === AFTER) && !(item.kind === MOVED_HERE && side === BEFORE);

function link(text, className, pair, side, row) {
  const a = el('a', className, text);
  a.goTo = [pair, side, row];
  return a;
}

function appendPiece(element, pair, side, piece, isFull) {
  const c = pair.computations[side];
  if (typeof piece === 'number') {
    element.append(link(textOfPiece(sides[side], c, piece), '', pair, side, piece));
  } else if (isCall(piece)) {
    element.append(link(
        textOfPiece(sides[side], c, piece), '', pairOfComputation[side].get(piece.c), side, -1));
  } else if (isAttribute(piece)) {
    const box = el('span', 'beside');
    if (FOLDED.has(piece[0]) && !isFull)
      box.append(`${piece[0]}={…}`);
    else
      for (const part of piece) appendPiece(box, pair, side, part, isFull);
    element.append(box);
  } else {
    element.append(isFull ? piece : shorten(piece));
  }
}

// The text of an item on a side. Marks what differs; `isFull`: leaves nothing out.
function appendRow(element, pair, item, side, isFull) {
  const module = sides[side];
  const row = rowOf(pair, item, side);
  const isChanged = item.kind === CHANGED || item.kind === MOVED_HERE || item.kind === MOVED_AWAY;
  const marks = isChanged ? (item.marks ??= differences(pair, item))[side] : new Set();
  const marked = (part) => marks.has(part) ? ' part' : '';
  if (row[IS_ROOT]) element.append(el('span', `keyword${marked(IS_ROOT)}`, 'ROOT '));
  const shape = shapeOf(module, row[SHAPE], isFull || marks.has(SHAPE));
  element.append(
      link(row[NAME], 'own', pair, side, item.rows[side]), ' = ',
      el('span', `type${marked(SHAPE)}`, isFull ? shape : shorten(shape)), ' ',
      el('span', `op${marked(OPCODE)}`, row[OPCODE]));
  for (let i = PIECES; i < row.length; ++i) {
    if (!isFull && element.textContent.length > MOST_CHARACTERS) {
      element.append(' …');
      break;
    }
    const box = marks.has(i) ? element.appendChild(el('span', 'part')) : element;
    appendPiece(box, pair, side, row[i], isFull);
  }
}

function noteOf(item, side) {
  if (side === AFTER) return item.note;
  return item.kind === MOVED_AWAY ? 'schedule (moves)' : '';
}

function sideCell(className, number, fill) {
  const text = el('span', 'text');
  fill(text);
  return el('div', `side ${className}`, el('span', 'step', number), el('span', 'content', text));
}

function rowCell(line, side) {
  const {pair, item} = line;
  const kind = (SIDE_CLASS[item.kind] ?? ['', ''])[side];
  if (!hasSide(item, side)) return sideCell(kind, '', () => {});
  const className = line.side === BEFORE && item.kind === CHANGED ? 'removed' :
      line.side === AFTER && item.kind === CHANGED                ? 'added' :
                                                                    kind;
  return sideCell(className, item.rows[side], (text) => {
    text.append('  ');
    appendRow(text, pair, item, side, false);
    const note = noteOf(item, side);
    if (note !== '') text.append(el('span', 'note', `  // ${note}`));
  });
}

// What a line that is no row shows on a side.
function textOf(line, side) {
  if (line.type === 'blank') return '';
  if (line.type === 'field') {
    const value = [line.field.before, line.field.after][side];
    return value === '' ? '' : `${line.field.name}=${value}`;
  }
  const computation = computationOf(line.pair, side);
  if (!computation) return '';
  if (line.type === 'tail') return `}${computation.tail}`;
  return computation.head +
      (line.pair.changes && side === AFTER ? `  // ${line.pair.changes}` : '');
}

function classOf(line, side) {
  if (line.type === 'blank') return '';
  if (line.type === 'field' || (line.pair.computations.includes(-1) && line.pair.differs)) {
    return textOf(line, side) === '' ? 'none' : side === BEFORE ? 'removed' : 'added';
  }
  return line.type === 'head' && line.pair.changes ? 'changed' : '';
}

function renderLine(index) {
  const line = lines[index];
  const element = el('div', `pair ${line.type}`);
  element.line = line;
  if (line === selected) element.classList.add('selected');
  if (line.type === 'fold') {
    element.append(el('span', '', `… ${plural(line.end - line.from, 'unchanged row')}`));
    return element;
  }
  if (line.type === 'row') {
    if (state.found.length > 0 && isFound(line.pair, line.item)) element.classList.add('found');
    for (const side of line.side < 0 ? [BEFORE, AFTER] : [line.side])
      element.append(rowCell(line, side));
  } else {
    const shown = narrow.matches ? [textOf(line, AFTER) === '' ? BEFORE : AFTER] : [BEFORE, AFTER];
    for (const side of shown) {
      element.append(
          sideCell(classOf(line, side), '', (text) => text.append(shorten(textOf(line, side)))));
    }
  }
  if (element.children.length === 1) element.classList.add('single');
  return element;
}

// Room for the widest line in sight; it only grows.
let widest = 0;
function measure() {
  for (const text of $('listing').querySelectorAll('.text')) {
    widest = Math.max(widest, text.offsetWidth - text.parentElement.clientWidth);
  }
  $('width').style.width = `${$('across').clientWidth + Math.max(0, widest)}px`;
}

const listing = new VirtualList($('listing'), {rowHeight: 20, render: renderLine, onDraw: measure});
const mostRows =
    largest([...data.before.computations, ...data.after.computations], 1, (c) => c.rows.length);
$('listing').style.setProperty('--step-width', `${String(mostRows).length * 7 + 16}px`);
$('across').addEventListener('scroll', () => {
  $('listing').style.setProperty('--shift', `${$('across').scrollLeft}px`);
});
$('listing').addEventListener('wheel', (event) => {
  const by = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (by !== 0) $('across').scrollLeft += by;
}, {passive: true});

// ---- The computations.
function renderPair(index) {
  const pair = data.pairs[index];
  const element = el('div', 'node');
  const names = [BEFORE, AFTER].map((side) => computationOf(pair, side)?.name.slice(1));
  element.append(el('span', 'label', names[AFTER] ?? names[BEFORE]));
  for (const [i, sign, className] of [[0, '+', 'plus'], [1, '−', 'minus'], [2, '~', 'other']]) {
    if (pair.counts[i] > 0)
      element.append(el('span', `number ${className}`, `${sign}${count(pair.counts[i])}`));
  }
  element.title = names[BEFORE] && names[AFTER] && names[BEFORE] !== names[AFTER] ?
      `${names[AFTER]}, was ${names[BEFORE]}` :
      names[AFTER] ?? names[BEFORE];
  if (!pair.differs) element.classList.add('same');
  if (selected?.pair === pair) element.classList.add('current');
  element.pair = pair;
  return element;
}
const nodes = new VirtualList($('pairs'), {rowHeight: 22, render: renderPair});
$('pairs').addEventListener('click', (event) => {
  const pair = event.target.closest('.node')?.pair;
  if (pair) goTo(pair, AFTER, -1);
});

// ---- Selection.
function select(line) {
  selected = line;
  listing.reveal(lines.indexOf(line));
  listing.refresh();
  if (line.pair) nodes.reveal(line.pair.index);
  nodes.refresh();
  showDetails();
  const hash = addressOf(line);
  if (hash && hash !== location.hash) history.replaceState(null, '', hash);
}

function addressOf({pair, item, type}) {
  if (!pair) return '';
  const side = item ? sideOf(item) : pair.after >= 0 ? AFTER : BEFORE;
  const names =
      [computationOf(pair, side).name, ...(type === 'row' ? [rowOf(pair, item, side)[NAME]] : [])];
  return (side === BEFORE ? '#-' : '#') + address(...names).slice(1);
}

// The line that an address names; null if none.
function follow(hash) {
  const side = hash[1] === '-' ? BEFORE : AFTER;
  let names;
  try {
    names = namesOf(side === BEFORE ? `#${hash.slice(2)}` : hash);
  } catch {
    return false;
  }
  const c = sides[side].computations.findIndex(({name}) => name === names[0]);
  if (c < 0) return false;
  const row =
      sides[side].computations[c].rows.findIndex((candidate) => candidate[NAME] === names[1]);
  goTo(pairOfComputation[side].get(c), side, row);
  return true;
}

// Selects the row of a side of a pair; its first line for -1. Shows what is folded.
function goTo(pair, side, row) {
  const item = row < 0 ? null : pair.items[itemOf(pair, side, row)];
  const find = () => lines.find(
      (line) => line.pair === pair &&
          (item ? line.item === item &&
                   (line.side < 0 || line.side === side || !hasSide(item, 1 - line.side)) :
                  line.type === 'head'));
  let line = find();
  if (!line) {
    if (!pair.differs) setAll(true);
    if (item) state.unfolded.add(item);
    listLines();
    line = find();
  }
  if (line) select(line);
}

function showDetails() {
  const box = $('details');
  box.replaceChildren();
  box.scrollTop = 0;
  if (!selected) return;
  if (selected.type !== 'row') {
    for (const side of [BEFORE, AFTER]) {
      const text = textOf(selected, side);
      if (text !== '') box.append(el('div', '', text));
    }
    return;
  }
  const {pair, item} = selected;
  const what = {
    [SAME]: 'the same',
    [REMOVED]: 'only before',
    [ADDED]: 'only after',
    [CHANGED]: item.note,
    [MOVED_AWAY]:
        pair.items.find((one) => one.kind === MOVED_HERE && one.rows[BEFORE] === item.rows[BEFORE])
            ?.note ??
        '',
    [MOVED_HERE]: item.note,
  }[item.kind];
  box.append(el('h3', '', what));
  for (const side of [BEFORE, AFTER]) {
    if (item.rows[side] < 0) continue;
    const text = el('div');
    appendRow(text, pair, item, side, true);
    box.append(text);
  }
}

// ---- Search, in the text of both sides.
const textsOf =
    (pair, item) => [BEFORE, AFTER]
                        .filter((side) => hasSide(item, side))
                        .map(
                            (side) => textOfRow(
                                sides[side], pair.computations[side], rowOf(pair, item, side)));
const isFound = (pair, item) =>
    textsOf(pair, item).some((text) => text.toLowerCase().includes(state.query));

function search() {
  state.query = $('query').value.toLowerCase();
  state.at = -1;
  state.found = state.query === '' ?
      [] :
      data.pairs.flatMap(
          (pair) => pair.items.filter((item) => isFound(pair, item)).map((item) => [pair, item]));
  $('found').textContent = state.query === '' ? '' : `${count(state.found.length)} found`;
  listing.refresh();
}
function goToFound(by) {
  if (state.found.length === 0) return;
  state.at = state.at < 0 && by < 0 ? state.found.length - 1 :
                                      (state.at + by + state.found.length) % state.found.length;
  $('found').textContent = `${count(state.at + 1)} of ${count(state.found.length)}`;
  const [pair, item] = state.found[state.at];
  goTo(pair, sideOf(item), item.rows[sideOf(item)]);
}
let searchTimer = 0;
$('query').addEventListener('input', () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(search, 150);
});
$('query').addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return $('listing').focus();
  if (event.key !== 'Enter') return;
  clearTimeout(searchTimer);
  if (state.query !== $('query').value.toLowerCase()) search();
  goToFound(event.shiftKey ? -1 : 1);
});

// ---- Buttons and keys.
function setAll(all) {
  state.all = all;
  $('all').setAttribute('aria-pressed', all);
}
function toggleAll() {
  setAll(!state.all);
  listAgain();
  if (selected) listing.reveal(lines.indexOf(selected));
}

const isDifference = (line) => line.type === 'field' ||
    (line.type === 'row' && line.item.kind !== SAME) ||
    (line.type === 'head' && line.pair.changes !== '');
// To the first line of the next differences.
function goToDifference(by) {
  let at = selected ? lines.indexOf(selected) : by > 0 ? -1 : lines.length;
  const isStart = (i) => isDifference(lines[i]) && !(i > 0 && isDifference(lines[i - 1]));
  do at += by;
  while (at >= 0 && at < lines.length && !isStart(at));
  if (lines[at]) select(lines[at]);
}
function step(by) {
  let at = selected ? lines.indexOf(selected) + by : 0;
  while (lines[at] && lines[at].type === 'blank') at += by;
  if (lines[at]) select(lines[at]);
}
$('all').addEventListener('click', toggleAll);
$('next').addEventListener('click', () => goToDifference(1));
$('previous').addEventListener('click', () => goToDifference(-1));
$('listing').addEventListener('click', (event) => {
  const line = event.target.closest('.pair')?.line;
  if (!line || String(getSelection()) !== '') return;  // text is being selected
  if (line.type === 'fold') {
    for (let i = line.from; i < line.end; ++i) state.unfolded.add(line.pair.items[i]);
    listAgain();
  } else if (event.target.goTo) {
    goTo(...event.target.goTo);
  } else if (line.type !== 'blank') {
    select(line);
  }
});
$('details').addEventListener('click', (event) => {
  if (event.target.goTo) goTo(...event.target.goTo);
});

const keys = {
  '/': () => $('query').select(),
  n: () => goToDifference(1),
  N: () => goToDifference(-1),
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  u: toggleAll,
  d: () => theme.toggle(),
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.tagName === 'INPUT') return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
addEventListener('hashchange', () => follow(location.hash));
narrow.addEventListener('change', listAgain);

// ---- Start.
const names = sides.map((module) => module.file || module.name);
$('title').textContent = `${names[BEFORE]} → ${names[AFTER]}`;
$('before').textContent = names[BEFORE];
$('after').textContent = names[AFTER];
const isSame = data.header.length === 0 && !data.pairs.some((pair) => pair.differs);
$('facts').textContent = isSame ?
    'No difference but in names, order or metadata' :
    `+${count(data.added)} −${count(data.removed)} ~${count(data.changed)} instructions`;
nodes.setLength(data.pairs.length);
setAll(isSame);
listLines();
if (!follow(location.hash)) goToDifference(1);
$('listing').focus();
