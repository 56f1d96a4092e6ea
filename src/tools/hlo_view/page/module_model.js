// The module: computations, lines, text, users and calls. module_data.h describes the data.
const computations = data.computations;

// Kinds of lines that are no rows.
const HEAD = -1, TAIL = -2, BLANK = -3;

// All lines of the listing: computation, and row or HEAD, TAIL, BLANK.
const lineCount = computations.reduce((sum, c) => sum + c.rows.length + 3, 0);
const lineComputation = new Int32Array(lineCount);
const lineRow = new Int32Array(lineCount);

// Calls visit(piece) for each piece that is not an attribute, including those inside attributes.
function forEachPiece(row, visit) {
  for (let i = PIECES; i < row.length; ++i) {
    if (isAttribute(row[i])) {
      for (const piece of row[i]) visit(piece, true);
    } else {
      visit(row[i], false);
    }
  }
}

function numberLines() {
  let line = 0;
  computations.forEach((computation, c) => {
    computation.index = c;
    computation.first = line + 1;  // the line of row 0
    computation.callees = [];
    computation.callers = [];
    lineComputation.fill(c, line, line + computation.rows.length + 3);
    lineRow[line++] = HEAD;
    for (let r = 0; r < computation.rows.length; ++r) lineRow[line++] = r;
    lineRow[line++] = TAIL;
    lineRow[line++] = BLANK;
  });
}

function findCalls() {
  for (const computation of computations) {
    const callees = new Set();
    computation.rows.forEach((row, r) => forEachPiece(row, (piece) => {
                               if (!isCall(piece)) return;
                               callees.add(piece.c);
                               computations[piece.c].callers.push([computation.index, r]);
                             }));
    computation.callees = [...callees];
  }
}
numberLines();
findCalls();

const entry = Math.max(0, computations.findIndex((computation) => computation.entry));
const lineOf = (c, r) => computations[c].first + r;
const rowOf = (line) =>
    lineRow[line] >= 0 ? computations[lineComputation[line]].rows[lineRow[line]] : null;

// The shape as shown, with or without layouts.
const shapeText = (number, layouts) => shapeOf(data, number, layouts);

// The operand rows of `row`, each once.
function operandsOf(row) {
  const operands = new Set();
  for (let i = PIECES; i < row.length; ++i)
    if (typeof row[i] === 'number') operands.add(row[i]);
  return [...operands];
}
function calleesOf(row) {
  const callees = new Set();
  forEachPiece(row, (piece) => {
    if (isCall(piece)) callees.add(piece.c);
  });
  return [...callees];
}

// The rows that have row `r` of computation `c` as an operand. The first call computes the lists of
// all rows.
function usersOf(c, r) {
  const computation = computations[c];
  if (!computation.users) {
    computation.users = computation.rows.map(() => []);
    computation.rows.forEach((row, user) => {
      for (const operand of operandsOf(row)) computation.users[operand].push(user);
    });
  }
  return computation.users[r];
}

// The whole text of a line, as XLA prints it.
function lineText(line) {
  const c = lineComputation[line];
  switch (lineRow[line]) {
    case HEAD:
      return computations[c].head;
    case TAIL:
      return '}' + computations[c].tail;
    case BLANK:
      return '';
  }
  return textOfRow(data, c, rowOf(line));
}

// The matching lines. `query` is text or a regular expression; `scope` is text, name or opcode.
// Throws SyntaxError for an invalid regular expression.
function findLines(query, scope, isRegex) {
  const words = query.toLowerCase();
  const regex = isRegex ? new RegExp(query, 'iu') : null;
  const matches = (text) => regex ? regex.test(text) : text.toLowerCase().includes(words);
  const found = [];
  for (let line = 0; line < lineCount; ++line) {
    const row = rowOf(line);
    const text = scope === 'text'                  ? lineText(line) :
        row                                        ? row[scope === 'name' ? NAME : OPCODE] :
        scope === 'name' && lineRow[line] === HEAD ? computations[lineComputation[line]].name :
                                                     '';
    if (text !== '' && matches(text)) found.push(line);
  }
  return found;
}
