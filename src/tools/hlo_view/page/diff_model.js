// Two modules: pairs of computations, their rows, and the changed pieces of a row.
import {data} from './page.js';
import {IS_ROOT, isAttribute, isCall, OPCODE, operandsOf, originOf, PIECES, RowWriter, SHAPE, textOfRow} from './rows.js';

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
 * A row of a pair, of both sides; -1 if a side does not have it.
 * @typedef {object} Item
 * @property {number} kind
 * @property {number[]} rows
 * @property {string[]} changes
 * @property {number[]} same  operands that have not changed, at the beginning and at the end
 */
/** @param {PairData} pair @returns {Item[]} */
const itemsOf = ({rows}) => rows.flatMap(([kind, before, after, last, same = [0, 0]]) => {
  if (typeof last !== 'number') return [{kind, rows: [before, after], changes: last, same}];
  const row = (/** @type {number} */ first, /** @type {number} */ i) => first < 0 ? -1 : first + i;
  return Array.from(
      {length: last}, (_, i) => ({kind, rows: [row(before, i), row(after, i)], changes: [], same}));
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

// The item that shows a row of a side.
/** @param {Pair} pair @param {number} side @param {number} row */
export const itemOf = (pair, side, row) =>
    pair.items.find((item) => item.rows[side] === row && hasSide(item, side)) ?? null;

/** @type {WeakMap<Pair, ReturnType<typeof findNeighbours>>} */
const neighbours = new WeakMap();
// The graph of a pair: items are its nodes, by their place; one that moves is a single node.
/** @param {Pair} pair */
export function neighboursIn(pair) {
  const known = neighbours.get(pair) ?? findNeighbours(pair);
  neighbours.set(pair, known);
  return known;
}
/** @param {Pair} pair */
function findNeighbours(pair) {
  const {items} = pair;
  const nodes = sides.map(() => new Map());  // by row
  items.forEach(({kind, rows}, node) => {
    if (kind !== MOVED_AWAY) rows.forEach((row, side) => row >= 0 && nodes[side].set(row, node));
  });
  /** @type {number[][]} */
  const above = items.map(() => []);
  /** @type {number[][]} */
  const below = items.map(() => []);
  items.forEach((item, node) => {
    if (item.kind === MOVED_AWAY) return;
    const operands = [BEFORE, AFTER].flatMap((side) => {
      const row = rowOf(pair, item, side);
      return row ? operandsOf(row).map((operand) => nodes[side].get(operand)) : [];
    });
    above[node] = [...new Set(operands)];
    for (const operand of above[node]) below[operand].push(node);
  });
  /** @param {Item} item @returns {number} */
  const nodeOf = ({rows}) => nodes[AFTER].get(rows[AFTER]) ?? nodes[BEFORE].get(rows[BEFORE]);
  return {above, below, nodeOf};
}

// Whether a side shows text that has `words`.
/** @param {Pair} pair @param {Item} item @param {string} words */
export const hasText = (pair, item, words) => [BEFORE, AFTER].some((side) => {
  const row = hasSide(item, side) ? rowOf(pair, item, side) : null;
  if (!row) return false;
  const c = pair.computations[side];
  const {stack = []} = originOf(sides[side], c, item.rows[side]) ?? {};
  return [textOfRow(sides[side], c, row), ...stack].join('\n').toLowerCase().includes(words);
});

// Parts of a row by the names of changes.
/** @type {Record<string, number>} */
const PARTS = {
  ROOT: IS_ROOT,
  shape: SHAPE,
  layout: SHAPE,
  opcode: OPCODE
};

// The pieces of an item's row on a side that have changed: indices into the row.
/** @param {Pair} pair @param {Item} item @param {number} side */
export function changedPieces(pair, {rows, changes, same: [begin, end]}, side) {
  const row = computationOf(pair, side)?.rows[rows[side]];
  const names = new Set(changes.map((change) => change.replace(/ \(.*/s, '')));
  const pieces = new Set([...names].map((name) => PARTS[name] ?? -1));
  /** @type {number[]} */
  const operands = [];
  row?.forEach((piece, i) => {
    if (i < PIECES) return;
    if (typeof piece === 'number')
      operands.push(i);
    else if (typeof piece === 'string')
      names.has('value') && pieces.add(i);
    else if (
        isAttribute(piece) &&
        (names.has(piece[0].slice(2)) || (names.has('callees') && piece.some(isCall))))
      pieces.add(i);
  });
  if (names.has('operands'))
    for (const i of operands.slice(begin, operands.length - end)) pieces.add(i);
  return pieces;
}
