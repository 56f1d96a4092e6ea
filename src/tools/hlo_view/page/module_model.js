// The module: computations, lines, text, users and calls.
import {data} from './page.js';
import {isAttribute, isCall, NAME, OPCODE, piecesOf, RowWriter, SHAPE, shapeOf, textOfRow} from './rows.js';

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

/** The line of row `r`, or of the head for HEAD. @param {number} c @param {number} r */
export const lineOf = (c, r) => computations[c].first + r;
/** @param {number} line */
export const rowOf = (line) =>
    lineRow[line] >= 0 ? computations[lineComputation[line]].rows[lineRow[line]] : null;

/** The operand rows of `row`, each once. @param {Row} row */
export const operandsOf =
    (row) => [...new Set(piecesOf(row).filter((piece) => typeof piece === 'number'))];

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

// The lines that match. Throws SyntaxError for an invalid regular expression.
/** @param {string} query @param {string} scope  text, name or opcode @param {boolean} isRegex */
export function findLines(query, scope, isRegex) {
  const words = query.toLowerCase();
  const regex = isRegex ? new RegExp(query, 'iu') : null;
  /** @param {number} line */
  const searched = (line) => {
    const row = rowOf(line);
    if (scope === 'text') return lineText(line);
    if (row) return row[scope === 'name' ? NAME : OPCODE];
    return scope === 'name' && lineRow[line] === HEAD ? computations[lineComputation[line]].name :
                                                        '';
  };
  const found = [];
  for (let line = 0; line < lineCount; ++line) {
    const text = searched(line);
    if (text === '') continue;
    if (regex ? regex.test(text) : text.toLowerCase().includes(words)) found.push(line);
  }
  return found;
}
