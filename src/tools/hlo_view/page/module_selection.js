// The selected line and its address, #COMPUTATION/INSTRUCTION without percent signs: back and
// forward work, and readers can keep links to lines.
import {BLANK, computations, HEAD, lineComputation, lineCount, lineOf, lineRow, rowOf, usersOf, writer} from './module_model.js';
import {isSelectingText, namesOf} from './page.js';
import {NAME, operandsOf} from './rows.js';

export const selection = {
  line: -1,
  // Rows of its computation.
  /** @type {Set<number>} */
  operands: new Set(),
  /** @type {Set<number>} */
  users: new Set(),
  // Shows another selection; starts a search. Set by module_main.js.
  show: () => {},
  search:
      (/** @type {string} */ _scope, /** @type {string} */ _query,
       /** @type {boolean} */ _isRegex) => {},
};
export const selectedComputation = () => selection.line < 0 ? -1 : lineComputation[selection.line];
/** The selected row, if it is in computation `c`, else a negative number. @param {number} c */
export const selectedRow = (c) => selectedComputation() === c ? lineRow[selection.line] : HEAD;

/** @param {number} line */
export const addressOf = (line) =>
    writer.addressOf(lineComputation[line], lineRow[line] >= 0 ? lineRow[line] : null);
/** The line of an address, or -1. @param {string} hash */
export function lineOfAddress(hash) {
  try {
    const [name, instruction] = namesOf(hash);
    const c = computations.findIndex((computation) => computation.name === name);
    return c < 0 ? -1 :
                   lineOf(c, computations[c].rows.findIndex((row) => row[NAME] === instruction));
  } catch {
    return -1;
  }
}

// A search has an address, too: #?opcode=dot, #?source.=regex.
/** @param {string} scope @param {string} query */
export const addressOfQuery = (scope, query, isRegex = false) =>
    `#?${scope}${isRegex ? '.' : ''}=${encodeURIComponent(query)}`;

// Goes to the line, or starts the search, of an address. `goTo` selects a line.
/** @param {string} hash @param {(line: number) => void} goTo */
export function follow(hash, goTo) {
  const query = /^#\?(\w+)(\.?)=(.*)$/s.exec(hash);
  if (!query) {
    const line = lineOfAddress(hash);
    if (line >= 0) goTo(line);
    return;
  }
  const [, scope, dot, encoded] = query;
  let words = '';
  try {
    words = decodeURIComponent(encoded);
  } catch {
    return;
  }
  selection.search(scope, words, dot !== '');
}

/** @param {number} line */
export function select(line) {
  const row = rowOf(line);
  selection.line = line;
  selection.operands = new Set(row ? operandsOf(row) : []);
  selection.users = new Set(row ? usersOf(lineComputation[line], lineRow[line]) : []);
  selection.show();
}
/** Selects a distant line; the reader can go back. @param {number} line */
export function jump(line) {
  if (line < 0 || line >= lineCount) return;
  if (line !== selection.line) history.pushState(null, '', addressOf(line));
  select(line);
}
/** Selects a line nearby. @param {1 | -1} by */
export function move(by) {
  let line = selection.line + by;
  while (line >= 0 && line < lineCount && lineRow[line] === BLANK) line += by;
  if (line >= 0 && line < lineCount) goNear(line);
}
/** Selects a line without a step to go back to. @param {number} line */
export function goNear(line) {
  history.replaceState(null, '', addressOf(line));
  select(line);
}
addEventListener('popstate', () => follow(location.hash, select));

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || isSelectingText()) return;
  const target = event.target.closest('a[href^="#"], .line');
  if (event.ctrlKey || event.metaKey || event.shiftKey)
    return;  // the browser opens the link elsewhere
  const address = target?.getAttribute('href');
  if (address) {
    event.preventDefault();
    follow(address, jump);
  } else if (target instanceof HTMLElement) {
    jump(Number(target.dataset.line));
  }
});
