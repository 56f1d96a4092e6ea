// Two modules: pairs of computations, their rows, and what differs in a changed row.
import {data} from './page.js';
import {IS_ROOT, isAttribute, isCall, OPCODE, PIECES, RowWriter, SHAPE, shapeOf, textOfRow} from './rows.js';

/** @type {DiffData} */
export const diff = data;

// Kinds of items.
export const SAME = 0;
export const REMOVED = 1;
export const ADDED = 2;
export const CHANGED = 3;
export const MOVED_AWAY = 4;
export const MOVED_HERE = 5;

export const BEFORE = 0;
export const AFTER = 1;
export const sides = [diff.before, diff.after];
export const writers = [new RowWriter(diff.before, '#-'), new RowWriter(diff.after, '#')];

/**
 * A row of a pair, of both sides; -1 is none.
 * @typedef {{kind: number, rows: number[], note: string}} Item
 */
/** @param {PairData} pair @returns {Item[]} */
const itemsOf = ({rows}) => rows.flatMap(([kind, before, after, last]) => {
  if (typeof last === 'string') return [{kind, rows: [before, after], note: last}];
  return Array.from(
      {length: last},
      (_, i) =>
          ({kind, rows: [before < 0 ? -1 : before + i, after < 0 ? -1 : after + i], note: ''}));
});

/** @typedef {ReturnType<typeof pairFrom>} Pair */
/** @param {PairData} pair @param {number} index */
function pairFrom(pair, index) {
  const items = itemsOf(pair);
  const countOf = (/** @type {number[]} */...kinds) =>
      items.reduce((n, item) => n + (kinds.includes(item.kind) ? 1 : 0), 0);
  const counts = [countOf(ADDED), countOf(REMOVED), countOf(CHANGED, MOVED_HERE)];
  return {
    index,
    computations: [pair.before, pair.after],
    changes: pair.changes,
    items,
    counts,
    differs: pair.changes !== '' || counts.some((n) => n > 0),
  };
}
export const pairs = diff.pairs.map(pairFrom);

// The pair of each computation of a side.
export const pairOfComputation =
    sides.map((_, side) => new Map(pairs.map((pair) => [pair.computations[side], pair])));

/** @param {Pair} pair @param {number} side */
export const computationOf = (pair, side) =>
    sides[side].computations[pair.computations[side]] ?? null;
/** @param {Pair} pair @param {Item} item @param {number} side */
export const rowOf = (pair, item, side) => computationOf(pair, side)?.rows[item.rows[side]] ?? null;

// An item has text on the sides that have it; one that moves, at each of its places.
/** @param {Item} item @param {number} side */
export const hasSide = (item, side) =>
    item.rows[side] >= 0 && item.kind !== (side === AFTER ? MOVED_AWAY : MOVED_HERE);
/** The side that an item shows: the later one, if it is there. @param {Item} item */
export const sideOf = (item) => hasSide(item, AFTER) ? AFTER : BEFORE;

// The item of a row of a side, where the side shows it.
/** @param {Pair} pair @param {number} side @param {number} row */
export const itemOf = (pair, side, row) =>
    pair.items.find((item) => item.rows[side] === row && hasSide(item, side)) ?? null;

// Whether a side shows text that has `words`.
/** @param {Pair} pair @param {Item} item @param {string} words */
export const hasText = (pair, item, words) => [BEFORE, AFTER].some((side) => {
  const row = hasSide(item, side) ? rowOf(pair, item, side) : null;
  return row && textOfRow(sides[side], pair.computations[side], row).toLowerCase().includes(words);
});

// ---- What differs in a row.

// By pair: the later rows of its earlier ones.
/** @type {Map<Pair, Map<number, number>>} */
const laterRows = new Map();
/** @param {Pair} pair @param {number} row */
function laterRow(pair, row) {
  let rows = laterRows.get(pair);
  if (!rows) {
    rows = new Map(pair.items.filter((item) => item.rows[BEFORE] >= 0 && item.rows[AFTER] >= 0)
                       .map((item) => [item.rows[BEFORE], item.rows[AFTER]]));
    laterRows.set(pair, rows);
  }
  return rows.get(row);
}

/** @param {Pair} pair @param {Piece} before @param {Piece} after @returns {boolean} */
function isSamePiece(pair, before, after) {
  if (typeof before === 'number') return laterRow(pair, before) === after;
  if (typeof before === 'string') return before === after;
  if (isAttribute(before)) {
    return isAttribute(after) && before.length === after.length &&
        before.every((part, i) => isSamePiece(pair, part, after[i]));
  }
  return isCall(after) && pairOfComputation[BEFORE].get(before.c)?.computations[AFTER] === after.c;
}

// Which pieces of a changed row differ, for each side: indices into the row.
/** @param {Pair} pair @param {Item} item */
export function differences(pair, item) {
  const rows = /** @type {Row[]} */ ([rowOf(pair, item, BEFORE), rowOf(pair, item, AFTER)]);
  /** @type {Set<number>[]} */
  const marks = [new Set(), new Set()];
  const markBoth = (/** @type {number} */ part) => marks.forEach((mark) => mark.add(part));
  const shapes = rows.map((row, side) => shapeOf(sides[side], row[SHAPE], true));
  if (shapes[BEFORE] !== shapes[AFTER]) markBoth(SHAPE);
  if (rows[BEFORE][OPCODE] !== rows[AFTER][OPCODE]) markBoth(OPCODE);
  if (rows[BEFORE][IS_ROOT] !== rows[AFTER][IS_ROOT]) markBoth(IS_ROOT);
  /** @type {(row: Row, test: (piece: Piece) => boolean) => number[]} */
  const indices = (row, test) => [...row.keys()].filter((i) => i >= PIECES && test(row[i]));
  // Operands and the like: all but what both begin and end with.
  const [before, after] = rows.map((row) => indices(row, (piece) => !isAttribute(piece)));
  const same = (/** @type {number} */ i, /** @type {number} */ j) =>
      isSamePiece(pair, rows[BEFORE][i], rows[AFTER][j]);
  let begin = 0, end = 0;
  const shorter = Math.min(before.length, after.length);
  while (begin < shorter && same(before[begin], after[begin])) ++begin;
  while (end < shorter - begin &&
         same(before[before.length - 1 - end], after[after.length - 1 - end]))
    ++end;
  for (const i of before.slice(begin, before.length - end)) marks[BEFORE].add(i);
  for (const i of after.slice(begin, after.length - end)) marks[AFTER].add(i);
  // Attributes by name, except those that do not count.
  const attributes = rows.map(
      (row) => indices(
          row, (piece) => isAttribute(piece) && ![', metadata', ', origin'].includes(piece[0])));
  for (const side of [BEFORE, AFTER]) {
    for (const i of attributes[side]) {
      const name = /** @type {Attribute} */ (rows[side][i])[0];
      const other = attributes[1 - side].find(
          (j) => /** @type {Attribute} */ (rows[1 - side][j])[0] === name);
      if (other === undefined || !(side === BEFORE ? same(i, other) : same(other, i)))
        marks[side].add(i);
    }
  }
  return marks;
}
