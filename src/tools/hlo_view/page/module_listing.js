// The listing: all lines of the program; only visible ones have elements.
const show = {
  layouts: false,
  metadata: false
};
const unfolded = new Set();                         // lines whose metadata is shown
let selected = -1;                                  // a line
let operandRows = new Set(), userRows = new Set();  // of the selected line
let found = [], foundSet = new Set();
const MOST_LANES = 12;  // beside the lines
const LANE_WIDTH = 7;
const SVG = 'http://www.w3.org/2000/svg';

function link(text, className, line) {
  const a = el('a', className, text);
  a.dataset.line = line;
  return a;
}

const rowLink = (c, r, className = '') =>
    link(computations[c].rows[r][NAME], className, lineOf(c, r));
const computationLink = (c, className = '') =>
    link(computations[c].name, className, computations[c].first - 1);

// Appends a piece of a row of computation `c` to `line`.
function appendPiece(element, c, piece, className) {
  if (typeof piece === 'number') {
    element.append(rowLink(c, piece, 'ref'));
  } else if (isCall(piece)) {
    element.append(computationLink(piece.c, 'call'));
  } else {
    element.append(className ? el('span', className, piece) : piece);
  }
}

function appendAttribute(element, c, attribute, line) {
  if (FOLDED.has(attribute[0]) && !show.metadata && !unfolded.has(line)) {
    const fold = el('span', 'fold', `${attribute[0]}={…}`);
    fold.dataset.unfold = line;
    element.append(fold);
    return;
  }
  for (const piece of attribute) appendPiece(element, c, piece, 'beside');
}

function renderInstruction(element, line, c) {
  const row = rowOf(line);
  if (row[IS_ROOT]) element.append(el('span', 'keyword', 'ROOT '));
  element.append(
      link(row[NAME], 'own', line), ' = ',
      el('span', 'type', shorten(shapeText(row[SHAPE], show.layouts))), ' ',
      el('span', 'op', row[OPCODE]));
  for (let i = PIECES; i < row.length; ++i) {
    if (element.textContent.length > MOST_CHARACTERS) {
      element.append(el('span', 'fold', ' …'));
      break;
    }
    const piece = row[i];
    if (isAttribute(piece)) {
      appendAttribute(element, c, piece, line);
    } else {
      appendPiece(element, c, typeof piece === 'string' ? shorten(piece) : piece, '');
    }
  }
}

function renderHead(element, c) {
  const computation = computations[c];
  const at = computation.head.indexOf(computation.name);
  const end = at + computation.name.length;
  if (at < 0) return element.append(shorten(computation.head));
  element.append(
      el('span', 'keyword', computation.head.slice(0, at)), computationLink(c, 'name'),
      el('span', 'beside', shorten(computation.head.slice(end))));
}

function renderLine(line) {
  const c = lineComputation[line];
  const element = el('div', 'line');
  element.dataset.line = line;
  const row = lineRow[line];
  if (row === BLANK) return element;
  element.append(el('span', 'step', row >= 0 ? row : ''));
  if (profile) element.append(timeBeside(c, row));
  element.append(lanesBeside(c, row));
  if (row === HEAD) {
    element.classList.add('head');
    renderHead(element, c);
  } else if (row === TAIL) {
    element.append(`}${computations[c].tail}`);
  } else {
    element.append('  ');
    renderInstruction(element, line, c);
    if (selected >= 0 && c === lineComputation[selected]) {
      if (operandRows.has(row)) element.classList.add('operand');
      if (userRows.has(row)) element.classList.add('user');
    }
  }
  if (line === selected) element.classList.add('selected');
  if (foundSet.has(line)) element.classList.add('found');
  return element;
}

// Draws the asynchronous operations in flight beside the text, with a dot for each link.
const lanesInSight = Math.min(MOST_LANES, largest(computations, 0, (c) => c.timeline?.lanes ?? 0));
function lanesBeside(c, row) {
  if (lanesInSight === 0) return '';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', lanesInSight * LANE_WIDTH + 8);
  svg.setAttribute('height', 20);
  if (row < 0 || !computations[c].timeline) return svg;
  // The page's policy allows no attribute `style`.
  const add = (tag, attributes, style) => {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    Object.assign(shape.style, style);
    svg.append(shape);
  };
  for (const bar of barsAt(c, row)) {
    if (bar.lane >= MOST_LANES) continue;
    const x = bar.lane * LANE_WIDTH + 4;
    const stroke = `var(--series-${bar.series})`;
    const ends = {x1: x, x2: x, y1: row === bar.begin ? 10 : 0, y2: row === bar.end ? 10 : 20};
    add('line', ends, {stroke, strokeWidth: 2});
    if (bar.linkSteps.has(row)) add('circle', {cx: x, cy: 10, r: 3}, {fill: stroke});
  }
  return svg;
}

const listing = new VirtualList($('listing'), {
  rowHeight: 20,
  render: renderLine,
  onDraw: () => $('listing').dispatchEvent(new Event('draw')),
});
const widest = largest(computations, 1, (c) => c.rows.length);
$('listing').style.setProperty('--step-width', `${String(widest).length * 7 + 22}px`);

// Marks matches, operands and users in the ruler, which covers the whole list.
function drawRuler() {
  const canvas = $('ruler');
  const ratio = devicePixelRatio || 1;
  const height = canvas.clientHeight;
  canvas.width = 8 * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  const mark = (lines, variable, x, width) => {
    context.fillStyle = color(variable);
    for (const line of lines) context.fillRect(x, line / lineCount * height, width, 2);
  };
  mark(found, '--mark', 0, 8);
  if (selected < 0) return;
  const first = computations[lineComputation[selected]].first;
  mark([...operandRows].map((row) => first + row), '--series-2', 0, 4);
  mark([...userRows].map((row) => first + row), '--series-1', 4, 4);
  mark([selected], '--link', 0, 8);
}
new ResizeObserver(drawRuler).observe($('ruler'));
document.addEventListener('themechange', drawRuler);
