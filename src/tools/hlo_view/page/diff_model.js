// Two modules: pairs of computations, their rows, and what differs in a changed row. diff_page.h
// describes the data.
const SAME = 0, REMOVED = 1, ADDED = 2, CHANGED = 3, MOVED_AWAY = 4, MOVED_HERE = 5;
const BEFORE = 0, AFTER = 1;
const sides = [data.before, data.after];

// The items of a pair are its rows, one by one: {kind, rows: [before, after], note}; -1 is none.
data.pairs.forEach((pair, index) => {
  pair.index = index;
  pair.computations = [pair.before, pair.after];
  pair.items = [];
  for (const [kind, before, after, last] of pair.rows) {
    if (kind > ADDED) {
      pair.items.push({kind, rows: [before, after], note: last});
      continue;
    }
    for (let i = 0; i < last; ++i) {
      const rows = [before < 0 ? -1 : before + i, after < 0 ? -1 : after + i];
      pair.items.push({kind, rows, note: ''});
    }
  }
  const countOf = (...kinds) =>
      pair.items.reduce((n, item) => n + (kinds.includes(item.kind) ? 1 : 0), 0);
  pair.counts = [countOf(ADDED), countOf(REMOVED), countOf(CHANGED, MOVED_HERE)];
  pair.differs = pair.changes !== '' || pair.counts.some((n) => n > 0);
});

// The pair of computation `c` of a side.
const pairOfComputation = sides.map((module, side) => {
  const pairs = new Map();
  for (const pair of data.pairs) pairs.set(pair.computations[side], pair);
  return pairs;
});

const computationOf = (pair, side) => sides[side].computations[pair.computations[side]] ?? null;
const rowOf = (pair, item, side) => computationOf(pair, side)?.rows[item.rows[side]] ?? null;

// The side that an item shows: the later one, if it is there.
const sideOf = (item) => item.kind === REMOVED || item.kind === MOVED_AWAY ? BEFORE : AFTER;

// The item of a row of a side, where the side shows it.
function itemOf(pair, side, row) {
  const elsewhere = side === BEFORE ? MOVED_HERE : MOVED_AWAY;
  return pair.items.findIndex((item) => item.rows[side] === row && item.kind !== elsewhere);
}

// The later rows of a pair's earlier ones.
function laterRows(pair) {
  if (!pair.later) {
    pair.later = new Map();
    for (const {rows} of pair.items)
      if (rows[BEFORE] >= 0 && rows[AFTER] >= 0) pair.later.set(rows[BEFORE], rows[AFTER]);
  }
  return pair.later;
}

function isSamePiece(pair, before, after) {
  if (typeof before === 'number') return laterRows(pair).get(before) === after;
  if (typeof before !== typeof after) return false;
  if (typeof before === 'string') return before === after;
  if (isAttribute(before)) {
    return isAttribute(after) && before.length === after.length &&
        before.every((part, i) => isSamePiece(pair, part, after[i]));
  }
  return isCall(after) && pairOfComputation[BEFORE].get(before.c)?.after === after.c;
}

// Which pieces of a changed row differ, for each side: indices into the row, and SHAPE, OPCODE and
// IS_ROOT.
function differences(pair, item) {
  const rows = [rowOf(pair, item, BEFORE), rowOf(pair, item, AFTER)];
  const marks = [new Set(), new Set()];
  const markBoth = (part) => marks.forEach((mark) => mark.add(part));
  const shapes = rows.map((row, side) => shapeOf(sides[side], row[SHAPE], true));
  if (shapes[BEFORE] !== shapes[AFTER]) markBoth(SHAPE);
  if (rows[BEFORE][OPCODE] !== rows[AFTER][OPCODE]) markBoth(OPCODE);
  if (rows[BEFORE][IS_ROOT] !== rows[AFTER][IS_ROOT]) markBoth(IS_ROOT);
  const indices = (row, test) => [...row.keys()].filter((i) => i >= PIECES && test(row[i]));
  // Operands and the like: all but what both begin and end with.
  const plain = rows.map((row) => indices(row, (piece) => !isAttribute(piece)));
  const same = (i, j) => isSamePiece(pair, rows[BEFORE][i], rows[AFTER][j]);
  while (plain[BEFORE].length > 0 && plain[AFTER].length > 0 &&
         same(plain[BEFORE][0], plain[AFTER][0]))
    plain.forEach((list) => list.shift());
  while (plain[BEFORE].length > 0 && plain[AFTER].length > 0 &&
         same(plain[BEFORE].at(-1), plain[AFTER].at(-1)))
    plain.forEach((list) => list.pop());
  plain.forEach((list, side) => list.forEach((i) => marks[side].add(i)));
  // Attributes by name, except those that do not count.
  const attributes = rows.map(
      (row) => indices(
          row, (piece) => isAttribute(piece) && ![', metadata', ', origin'].includes(piece[0])));
  const find = (side, name) => attributes[side].find((i) => rows[side][i][0] === name);
  for (const side of [BEFORE, AFTER]) {
    for (const i of attributes[side]) {
      const other = find(1 - side, rows[side][i][0]);
      if (other === undefined || !(side === BEFORE ? same(i, other) : same(other, i)))
        marks[side].add(i);
    }
  }
  return marks;
}
