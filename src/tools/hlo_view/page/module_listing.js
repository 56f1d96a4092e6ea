// The listing: all lines of the program.
import {BLANK, computations, HEAD, lineComputation, lineCount, lineRow, shown, TAIL, writer} from './module_model.js';
import {barsAt, MOST_LANES, timelineOf} from './module_schedule.js';
import {selectedComputation, selection} from './module_selection.js';
import {profile, timeCell} from './module_times.js';
import {$, color, el, largest} from './page.js';
import {OPCODE, shorten} from './rows.js';
import {svg} from './svg.js';
import {VirtualList} from './virtual_list.js';

// The opcode of a copy that changes a layout is marked.
const RELAYOUT = new Set([OPCODE]);
const LANE_WIDTH = 7;

const MOST_PARAMETERS = 200;  // characters, unless the reader unfolds them
/** @param {Element} element @param {number} line @param {number} c */
function renderHead(element, line, c) {
  const {head, name} = computations[c];
  const at = head.indexOf(name);
  if (at < 0) return element.append(shorten(head));
  element.append(el('span', 'keyword', head.slice(0, at)), writer.link(c, null, 'name'));
  const rest = head.slice(at + name.length);
  const end = rest.lastIndexOf(' -> ');
  const isLong = end > MOST_PARAMETERS && !shown.unfolded.has(line);
  if (isLong) element.append(' ', foldOf(line, '(…)'));
  element.append(el('span', 'minor', shorten(isLong ? rest.slice(end) : rest)));
}

/** @param {number} line */
function renderLine(line) {
  const c = lineComputation[line];
  const row = lineRow[line];
  const element = el('div', 'line');
  const cell = element.appendChild(el('span'));
  cell.role = 'gridcell';
  element.ariaRowIndex = String(line + 1);
  if (row === BLANK) return element;
  element.dataset.line = String(line);
  cell.append(el('span', 'step', row >= 0 ? row : ''));
  if (profile) cell.append(timeCell(c, row));
  cell.append(lanesCell(c, row));
  if (row === HEAD) {
    element.classList.add('head');
    renderHead(cell, line, c);
  } else if (row === TAIL) {
    cell.append(`}${computations[c].tail}`);
  } else {
    cell.append('  ');
    const isFolded = !shown.metadata && !shown.unfolded.has(line);
    writer.appendRow(cell, c, row, {
      withLayout: shown.layouts,
      marks: computations[c].relayouts?.includes(row) ? RELAYOUT : undefined,
      fold: isFolded ? (text) => foldOf(line, text) : undefined
    });
    const isHere = c === selectedComputation();
    element.classList.toggle('operand', isHere && selection.operands.has(row));
    element.classList.toggle('user', isHere && selection.users.has(row));
  }
  element.classList.toggle('selected', line === selection.line);
  element.classList.toggle('found', shown.found.has(line));
  return element;
}

/** Stands for a folded attribute. @param {number} line @param {string} text */
function foldOf(line, text) {
  const fold = el('button', 'fold', text);
  fold.ariaExpanded = 'false';
  fold.addEventListener('click', (event) => {
    event.stopPropagation();
    shown.unfolded.add(line);
    listing.refresh();
  });
  return fold;
}

// The asynchronous operations in flight, next to the text, with a dot for each link.
const lanesInSight = Math.min(MOST_LANES, largest(computations, 0, (c) => c.timeline?.lanes ?? 0));
/** @param {number} c @param {number} row */
function lanesCell(c, row) {
  if (lanesInSight === 0) return '';
  const lanes =
      svg('svg', {width: lanesInSight * LANE_WIDTH + 8, height: 20, 'aria-hidden': 'true'});
  if (row < 0 || !timelineOf(c)) return lanes;
  for (const bar of barsAt(c, row, MOST_LANES)) {
    const x = bar.lane * LANE_WIDTH + 4;
    const color = `var(--series-${bar.series})`;
    const ends = {x1: x, x2: x, y1: row === bar.begin ? 10 : 0, y2: row === bar.end ? 10 : 20};
    lanes.append(svg('line', {...ends, stroke: color, 'stroke-width': 2}));
    if (bar.linkSteps.has(row)) lanes.append(svg('circle', {cx: x, cy: 10, r: 3, fill: color}));
  }
  return lanes;
}

export const listing = new VirtualList($('listing'), {
  rowHeight: 20,
  role: 'row',
  render: renderLine,
  onDraw: () => $('listing').dispatchEvent(new Event('draw')),
});
$('listing').ariaRowCount = String(lineCount);
const widest = largest(computations, 1, (c) => c.rows.length);
$('listing').style.setProperty('--step-width', `${String(widest).length * 7 + 22}px`);

// Marks matches, operands and users in the ruler, which covers the whole list.
export function drawRuler() {
  const canvas = /** @type {HTMLCanvasElement} */ ($('ruler'));
  const ratio = devicePixelRatio || 1;
  const height = canvas.clientHeight;
  canvas.width = 8 * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  /**
   * @param {Iterable<number>} lines @param {string} variable @param {number} x @param {number}
   *     width
   */
  const mark = (lines, variable, x, width) => {
    context.fillStyle = color(variable);
    for (const line of lines) context.fillRect(x, line / lineCount * height, width, 2);
  };
  mark(shown.found, '--mark', 0, 8);
  if (selection.line < 0) return;
  const {first} = computations[selectedComputation()];
  mark([...selection.operands].map((row) => first + row), '--series-2', 0, 4);
  mark([...selection.users].map((row) => first + row), '--series-1', 4, 4);
  mark([selection.line], '--link', 0, 8);
}
new ResizeObserver(drawRuler).observe($('ruler'));
document.addEventListener('themechange', drawRuler);
