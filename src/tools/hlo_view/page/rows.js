// Lines of modules, as text and as elements, for all pages that show modules.
import {address, el} from './page.js';

// Fields of a row.
export const NAME = 0;
export const SHAPE = 1;
export const IS_ROOT = 2;
export const OPCODE = 3;
export const PIECES = 4;

/** @type {(piece: Piece) => piece is Attribute} */
export const isAttribute = (piece) => Array.isArray(piece);
/** @type {(piece: Piece) => piece is {c: number}} */
export const isCall = (piece) => typeof piece === 'object' && !isAttribute(piece);
/** @param {Row} row @returns {Piece[]} */
export const piecesOf = (row) => /** @type {any[]} */ (row).slice(PIECES);

/** The operand rows of `row`, each once. @param {Row} row */
export const operandsOf =
    (row) => [...new Set(piecesOf(row).filter((piece) => typeof piece === 'number'))];

// Attributes that are folded to {…} in lists of lines.
const FOLDED = new Set(
    [', metadata', ', backend_config', ', frontend_attributes', ', origin', ', statistics']);

const MOST_CHARACTERS = 3000;  // of a line in a list
/** @param {string} text */
export const shorten = (text) =>
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;

/** @param {ModuleData} module @param {number} number @param {boolean} withLayout */
export function shapeOf(module, number, withLayout) {
  const shape = module.shapes[number];
  return withLayout && shape[2] !== undefined ? shape[2] : shape[0];
}

// The scope in the program, and the lines there, innermost first; null if unknown.
/** @param {ModuleData} module @param {number} c @param {number} r */
export function originOf({computations, origins, places}, c, r) {
  const origin = origins[computations[c].origin?.[r] ?? -1];
  if (!origin) return null;
  const [opName, ...stack] = origin;
  return {opName, stack: stack.map((place) => places[place])};
}
/** "/home/me/train.py:12 in f" -> "train.py:12 in f" @param {string} place */
export const shortPlace = (place) => place.replace(/^.*\//, '');
/** The innermost line; the others unfold. @param {string[]} stack */
export function stackOf(stack) {
  const [first] = stack;
  if (first === undefined) return '';
  return el(
      'details', 'stack', el('summary', 'mono', shortPlace(first)),
      el('ol', 'mono', ...stack.map((place) => el('li', '', place))));
}

/** @param {ModuleData} module @param {number} c @param {Piece} piece @returns {string} */
export function textOfPiece(module, c, piece) {
  if (typeof piece === 'string') return piece;
  if (typeof piece === 'number') return module.computations[c].rows[piece][NAME];
  if (isAttribute(piece)) return piece.map((part) => textOfPiece(module, c, part)).join('');
  return module.computations[piece.c].name;
}

// An instruction as XLA prints it, or without layouts or what lists fold.
/** @param {ModuleData} module @param {number} c @param {Row} row */
export function textOfRow(module, c, row, withLayout = true, withFolded = true) {
  const shape = shapeOf(module, row[SHAPE], withLayout);
  return `${row[IS_ROOT] ? 'ROOT ' : ''}${row[NAME]} = ${shape} ${row[OPCODE]}` +
      piecesOf(row)
          .filter((piece) => withFolded || !isAttribute(piece) || !FOLDED.has(piece[0]))
          .map((piece) => textOfPiece(module, c, piece))
          .join('');
}

/**
 * How a row is shown.
 * @typedef {object} RowStyle
 * @property {boolean} [withLayout]
 * @property {boolean} [isFull]  nothing is cut off
 * @property {Set<number>} [marks]  the pieces to mark: indices into the row
 * @property {(text: string) => Node | string} [fold]  what stands for a folded attribute
 */

// Shows parts of a module, with links.
export class RowWriter {
  /** @param {ModuleData} module @param {string} prefix  of the links' addresses */
  constructor(module, prefix = '#') {
    this.module = module;
    this.prefix = prefix;
  }

  // The address of row `r` of computation `c`; without a row, of the computation.
  /** @param {number} c @param {number | null} r */
  addressOf(c, r) {
    const {name, rows} = this.module.computations[c];
    return this.prefix + address(...(r === null ? [name] : [name, rows[r][NAME]])).slice(1);
  }
  /** A link to it. @param {number} c @param {number | null} r @param {string} [className] */
  link(c, r, className) {
    const {name, rows} = this.module.computations[c];
    const a = el('a', className, r === null ? name : rows[r][NAME]);
    a.href = this.addressOf(c, r);
    return a;
  }

  /** @param {Element} element @param {number} c @param {Piece} piece @param {RowStyle} [style] */
  appendPiece(element, c, piece, style = {}) {
    if (typeof piece === 'number') {
      element.append(this.link(c, piece, 'ref'));
    } else if (isCall(piece)) {
      element.append(this.link(piece.c, null, 'call'));
    } else if (!isAttribute(piece)) {
      element.append(style.isFull ? piece : shorten(piece));
    } else {
      const box = element.appendChild(el('span', 'minor'));
      if (style.fold && FOLDED.has(piece[0]))
        box.append(style.fold(`${piece[0]}={…}`));
      else
        for (const part of piece) this.appendPiece(box, c, part, style);
    }
  }

  /** @param {Element} element @param {number} c @param {number} r @param {RowStyle} style */
  appendRow(element, c, r, style) {
    const row = this.module.computations[c].rows[r];
    /** @param {string} className @param {number} part */
    const marked = (className, part) => style.marks?.has(part) ? `${className} part` : className;
    const shape =
        shapeOf(this.module, row[SHAPE], Boolean(style.withLayout || style.marks?.has(SHAPE)));
    if (row[IS_ROOT]) element.append(el('span', marked('keyword', IS_ROOT), 'ROOT '));
    element.append(
        this.link(c, r, 'own'), ' = ',
        el('span', marked('type', SHAPE), style.isFull ? shape : shorten(shape)), ' ',
        el('span', marked('op', OPCODE), row[OPCODE]));
    for (const [i, piece] of piecesOf(row).entries()) {
      if (!style.isFull && (element.textContent ?? '').length > MOST_CHARACTERS) {
        element.append(' …');
        break;
      }
      const isMarked = style.marks?.has(PIECES + i);
      this.appendPiece(
          isMarked ? element.appendChild(el('span', 'part')) : element, c, piece, style);
    }
  }
}
