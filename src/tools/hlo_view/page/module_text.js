// Lines of a module as text, for all pages that show modules. module_data.h describes the data.

// Fields of a row.
const NAME = 0, SHAPE = 1, IS_ROOT = 2, OPCODE = 3, PIECES = 4;

const isAttribute = Array.isArray;
const isCall = (piece) => typeof piece === 'object' && !isAttribute(piece);

// Attributes that pages fold to {…} in lists of lines.
const FOLDED = new Set(
    [', metadata', ', backend_config', ', frontend_attributes', ', origin', ', statistics']);

const MOST_CHARACTERS = 3000;  // of a line in a list
const shorten = (text) =>
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

// A shape, with or without layouts.
function shapeOf(module, number, layouts) {
  const shape = module.shapes[number];
  return layouts && shape.length > 1 ? shape[1] : shape[0];
}

// A piece of a row of computation `c` as text.
function textOfPiece(module, c, piece) {
  if (typeof piece === 'string') return piece;
  if (typeof piece === 'number') return module.computations[c].rows[piece][NAME];
  if (isAttribute(piece)) return piece.map((part) => textOfPiece(module, c, part)).join('');
  return module.computations[piece.c].name;
}

// An instruction as XLA prints it.
function textOfRow(module, c, row) {
  const shape = shapeOf(module, row[SHAPE], true);
  return `${row[IS_ROOT] ? 'ROOT ' : ''}${row[NAME]} = ${shape} ${row[OPCODE]}` +
      row.slice(PIECES).map((piece) => textOfPiece(module, c, piece)).join('');
}
