// The module: computations, lines, text, users and calls.
import {data} from './page.js';
import {isAttribute, isCall, NAME, OPCODE, operandsOf, originOf, piecesOf, RowWriter, SHAPE, shapeOf, textOfRow} from './rows.js';

/** @type {ModuleData} */
export const module = data;

/**
 * @typedef {object} Links
 * @property {number} first  the line of row 0
 * @property {number[]} callees
 * @property {[c: number, r: number][]} callers
 * @property {number[][] | null} users  by row, once they are asked for
 */
/** @type {(ComputationData & Links)[]} */
export const computations = module.computations.map(
    (computation) => ({...computation, first: 0, callees: [], callers: [], users: null}));
export const entry = Math.max(0, computations.findIndex((computation) => computation.entry));

export const writer = new RowWriter(module);

// The reader's choices.
export const shown = {
  layouts: false,
  metadata: false,
  // Lines that show it nonetheless.
  /** @type {Set<number>} */
  unfolded: new Set(),
  // Those that the search has found.
  /** @type {Set<number>} */
  found: new Set(),
};

// Kinds of lines that are not rows.
export const HEAD = -1;
export const TAIL = -2;
export const BLANK = -3;

// All lines of the listing: computation, and row or HEAD, TAIL, BLANK.
export const lineCount = computations.reduce((sum, c) => sum + c.rows.length + 3, 0);
export const lineComputation = new Int32Array(lineCount);
export const lineRow = new Int32Array(lineCount);

function numberLines() {
  let line = 0;
  computations.forEach((computation, c) => {
    computation.first = line + 1;
    lineComputation.fill(c, line, line + computation.rows.length + 3);
    lineRow[line++] = HEAD;
    for (let r = 0; r < computation.rows.length; ++r) lineRow[line++] = r;
    lineRow[line++] = TAIL;
    lineRow[line++] = BLANK;
  });
}

/** The computations that a row calls, each once. @param {Row} row */
export const calleesOf =
    (row) => [...new Set(piecesOf(row)
                             .flatMap((piece) => isAttribute(piece) ? piece : [piece])
                             .filter(isCall)
                             .map(({c}) => c))];

function findCalls() {
  computations.forEach((computation, c) => {
    const callees = new Set();
    computation.rows.forEach((row, r) => {
      for (const callee of calleesOf(row)) {
        callees.add(callee);
        computations[callee].callers.push([c, r]);
      }
    });
    computation.callees = [...callees];
  });
}
numberLines();
findCalls();

// From the entry through its calls, then computations without callers: the order of search results.
export const inCallOrder = (() => {
  const order = new Set();
  const stack = computations.map((_, c) => c).reverse();
  stack.push(entry);
  for (let c = stack.pop(); c !== undefined; c = stack.pop()) {
    if (order.has(c)) continue;
    order.add(c);
    stack.push(...[...computations[c].callees].reverse());
  }
  return [...order];
})();

/** The line of row `r`, or of the head for HEAD. @param {number} c @param {number} r */
export const lineOf = (c, r) => computations[c].first + r;
/** @param {number} line */
export const rowOf = (line) =>
    lineRow[line] >= 0 ? computations[lineComputation[line]].rows[lineRow[line]] : null;

// The rows that have row `r` of computation `c` as an operand.
/** @param {number} c @param {number} r */
export function usersOf(c, r) {
  const computation = computations[c];
  if (!computation.users) {
    /** @type {number[][]} */
    const users = computation.rows.map(() => []);
    computation.rows.forEach((row, user) => {
      for (const operand of operandsOf(row)) users[operand].push(user);
    });
    computation.users = users;
  }
  return computation.users[r];
}

/** @param {Row} row @param {boolean} withLayout */
export const shapeText = (row, withLayout) => shapeOf(module, row[SHAPE], withLayout);

/** The whole text of a line, as XLA prints it. @param {number} line */
export function lineText(line) {
  const c = lineComputation[line];
  const row = rowOf(line);
  if (row) return textOfRow(module, c, row);
  if (lineRow[line] === HEAD) return computations[c].head;
  return lineRow[line] === TAIL ? `}${computations[c].tail}` : '';
}

/** How many rows have an opcode, the most first. @returns {[string, number][]} */
function countOpcodes() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const {rows} of computations)
    for (const row of rows) counts.set(row[OPCODE], (counts.get(row[OPCODE]) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
export const opcodes = countOpcodes();

// The text of a row that each choice of #scope searches: its text as shown or as XLA prints it, its source,
// its name, its opcode.
/** @type {Record<string, (row: Row, c: number, r: number) => string>} */
const SEARCHED = {
  text: (row, c) => textOfRow(module, c, row, shown.layouts, shown.metadata),
  all: (row, c) => textOfRow(module, c, row),
  source: (_, c, r) => {
    const {opName = '', stack = []} = originOf(module, c, r) ?? {};
    return [opName, ...stack].join('\n');
  },
  name: (row) => row[NAME],
  opcode: (row) => row[OPCODE],
};

// The lines that match, from the entry on. Throws SyntaxError for an invalid regular expression.
/** @param {string} query @param {string} scope @param {boolean} isRegex */
export function findLines(query, scope, isRegex) {
  const words = query.toLowerCase();
  const isOpcode = scope === 'opcode' && opcodes.some(([opcode]) => opcode === words);
  const regex = isRegex ? new RegExp(query, 'imu') : null;
  const isFound = (/** @type {string} */ text) => regex ? regex.test(text) :
      isOpcode                                          ? text === words :
                                                          text.toLowerCase().includes(words);
  /** @type {number[]} */
  const found = [];
  for (const c of inCallOrder) {
    const {name, head, rows} = computations[c];
    const heading = scope === 'name' ? name : scope === 'text' || scope === 'all' ? head : '';
    if (heading !== '' && isFound(heading)) found.push(lineOf(c, HEAD));
    rows.forEach((row, r) => isFound(SEARCHED[scope](row, c, r)) && found.push(lineOf(c, r)));
  }
  return found;
}

const noBuffer = new Set(module.noBuffer);
/** The bytes of the buffer that a row makes. @param {number} c @param {Row} row */
export const bytesMade = (c, row) =>
    computations[c].fusion || noBuffer.has(row[OPCODE]) ? 0 : module.shapes[row[SHAPE]][1];
/** Whether an instruction only names what is there already. @param {Row} row */
export const isInput = (row) => row[OPCODE] === 'constant' || noBuffer.has(row[OPCODE]);
