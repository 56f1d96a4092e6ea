// The panel of costs: a table by source line, scope or opcode that sorts by each column, and a
// flame graph of the program's stacks. Costs are over all runs of an instruction; times are of the
// profile.
import {computations, module} from './module_model.js';
import {wayOf} from './module_scopes.js';
import {addressOfQuery} from './module_selection.js';
import {duration, perRun, timeOf} from './module_times.js';
import {$, address, bytes, compact, count, el, field, isPressed, largest} from './page.js';
import {OPCODE, originOf, shortPlace} from './rows.js';
import {svg} from './svg.js';

const MOST_ROWS = 200;
const FRAME_HEIGHT = 18;

/** The figures of a row of the table or of a frame. @typedef {Record<string, number>} Figures */
/** @typedef {{label: string, text: (figure: number) => string}} Measure */
const seconds = (/** @type {number} */ n) => duration(n * 1e12);
/** @type {Record<string, Measure>} */
const ALL_MEASURES = {
  flops: {label: 'flops', text: compact},
  bytes: {label: 'bytes', text: bytes},
  sent: {label: 'sent', text: bytes},
  least: {label: 'least time', text: seconds},
  time: {label: 'measured', text: seconds},
};

// ---- All costs, one entry per row of the program.

/** @typedef {{c: number, r: number, figures: Figures}} Entry */
/** @returns {Entry[]} */
function findEntries() {
  return computations.flatMap(({rows, costs = []}, c) => {
    const costOf = new Map(costs.map((cost) => [cost[0], cost]));
    return rows.flatMap((_, r) => {
      const cost = costOf.get(r);
      const own = timeOf(c, r)?.own;
      if (!cost && own === undefined) return [];
      const [, flops = 0, bytes = 0, sent = 0, least = 0] = cost ?? [];
      return [{c, r, figures: {flops, bytes, sent, least, time: perRun(own ?? 0) / 1e12}}];
    });
  });
}
/** Found when the panel is first shown. @type {Entry[]} */
let entries = [];
/** @param {Figures} sum @param {Figures} figures */
function addTo(sum, figures) {
  for (const name of Object.keys(ALL_MEASURES)) sum[name] = (sum[name] ?? 0) + figures[name];
}
/** @type {Figures} */
const total = {};
/** @type {string[]} */
let measures = [];

// ---- The table.

/** Sums by them; SEARCHED: where the search finds the rows of a key. */
/** @type {Record<string, (entry: Entry) => string>} */
const KEYS = {
  line: ({c, r}) => originOf(module, c, r)?.stack[0] ?? '',
  scope: ({c, r}) => wayOf(c, r).slice(0, -1).at(-1)?.path ?? '',
  opcode: ({c, r}) => computations[c].rows[r][OPCODE],
};
/** @type {Record<string, string>} */
const SEARCHED = {
  line: 'source',
  scope: 'source',
  opcode: 'opcode'
};

/** @typedef {{key: string, figures: Figures}} Line */
/** @param {string} by @returns {Line[]} */
function sumBy(by) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const entry of entries) {
    const key = KEYS[by](entry);
    let line = lines.get(key);
    if (!line) lines.set(key, line = {key, figures: {}});
    addTo(line.figures, entry.figures);
  }
  return [...lines.values()];
}

/** @type {Record<string, Measure>} */
const PEAK_MEASURES = {
  bytes: {label: 'bytes', text: bytes},
  padding: {label: 'padding', text: bytes},
  parameters: {label: 'parameters', text: bytes},
  temporaries: {label: 'temporaries', text: bytes},
  freed: {label: 'frees', text: bytes},
};
/** @param {PeakData[]} rows @returns {Line[]} */
const peakLines = (rows) => rows.map(([key, bytes, padding, parameters, temporaries, freed]) => ({
                                       key,
                                       figures: {bytes, padding, parameters, temporaries, freed},
                                     }));

/** @type {{by: string, column: string}} */
const sorting = {
  by: '',
  column: ''
};

/** @param {string} by @returns {{lines: Line[], columns: Record<string, Measure>}} */
function tableOf(by) {
  const peak = module.cost?.peak;
  if (by === 'peak-line' || by === 'peak-scope') {
    const rows = (by === 'peak-line' ? peak?.lines : peak?.scopes) ?? [];
    return {lines: peakLines(rows), columns: PEAK_MEASURES};
  }
  /** @type {Record<string, Measure>} */
  const columns = {};
  for (const name of measures) columns[name] = ALL_MEASURES[name];
  const lines = sumBy(by);
  if (columns.least && columns.time) {
    columns.ratio = {label: '× least', text: (ratio) => ratio > 0 ? ratio.toFixed(1) : ''};
    for (const {figures} of lines)
      figures.ratio = figures.least > 0 ? figures.time / figures.least : 0;
  }
  return {lines, columns};
}

/** A link to the rows of a key. @param {string} by @param {string} key */
function labelOf(by, key) {
  if (key === '' || key.startsWith('(')) return el('span', 'quiet', key || '(unknown)');
  const a = el('a', '', shortPlace(key));
  const words = key.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  a.title = key;
  a.href = addressOfQuery(
      SEARCHED[by] ?? 'source', by.endsWith('scope') ? `^${words}(/|;|$)` : `^${words}$`, true);
  return a;
}

function showTable() {
  const by = field('cost-key').value;
  const {lines, columns} = tableOf(by);
  const names = Object.keys(columns);
  if (sorting.by !== by || !names.includes(sorting.column)) sorting.column = names[0] ?? '';
  sorting.by = by;
  lines.sort((a, b) => b.figures[sorting.column] - a.figures[sorting.column]);
  const choice = /** @type {HTMLSelectElement} */ ($('cost-key')).selectedOptions[0];
  const head = el('tr', '', el('th', '', choice.label));
  for (const name of names) {
    const button = el('button', 'plain', columns[name].label);
    button.addEventListener('click', () => {
      sorting.column = name;
      showTable();
    });
    const cell = el('th', 'number', button);
    if (name === sorting.column) cell.ariaSort = 'descending';
    head.append(cell);
  }
  /** @param {Figures} figures */
  const cellsOf = (figures) => names.map(
      (name) => el('td', 'number', figures[name] > 0 ? columns[name].text(figures[name]) : ''));
  const rows = lines.slice(0, MOST_ROWS)
                   .map(
                       ({key, figures}) =>
                           el('tr', '', el('td', '', labelOf(by, key)), ...cellsOf(figures)));
  const table = el('table', '', el('thead', '', head), el('tbody', '', ...rows));
  const hadFocus = $('cost-table').contains(document.activeElement);
  $('cost-table').replaceChildren(table);
  /** @type {HTMLElement | null} */
  const sorted = table.querySelector('th[aria-sort] button');
  if (hadFocus) sorted?.focus();
  if (lines.length > MOST_ROWS)
    $('cost-table').append(el('p', 'quiet', `${count(lines.length - MOST_ROWS)} more`));
}

// ---- The flame graph, the outermost frame at the top.

/**
 * @typedef {{name: string, figures: Figures, children: Map<string, Frame>, parent: Frame | null}}
 * Frame
 */
/** @param {string} name @param {Frame | null} parent @returns {Frame} */
const newFrame = (name, parent) => ({name, figures: {}, children: new Map(), parent});

/** The frames of an entry, outermost first: its scopes, or lines of the program. */
/** @param {Entry} entry */
function framesOf({c, r}) {
  const lines = originOf(module, c, r)?.stack ?? [];
  const frames = field('cost-frames').value === 'stack' && lines.length > 0 ?
      lines.map(shortPlace).reverse() :
      wayOf(c, r).slice(0, -1).map(({name}) => name);
  return [...frames, computations[c].rows[r][OPCODE]];
}

let root = newFrame(module.name, null);
// The frame that fills the width.
let zoomed = root;
function buildFrames() {
  zoomed = root = newFrame(module.name, null);
  for (const entry of entries) {
    let frame = root;
    addTo(frame.figures, entry.figures);
    for (const name of framesOf(entry)) {
      let inner = frame.children.get(name);
      if (!inner) frame.children.set(name, inner = newFrame(name, frame));
      addTo(inner.figures, entry.figures);
      frame = inner;
    }
  }
}
/** The same name has the same colour. @param {string} name */
function hueOf(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `hue-${hash % 4}`;
}

function showFlames() {
  if (measures.length === 0) return;
  const measure = field('cost-measure').value;
  const panel = $('cost-flames');
  const width = Math.max(1, panel.clientWidth);
  const {text} = ALL_MEASURES[measure];
  const whole = root.figures[measure];
  let depth = 0;
  /** @type {SVGElement[]} */
  const boxes = [];
  /** @param {Frame} frame @param {number} x @param {number} w @param {number} level */
  const draw = (frame, x, w, level, isAround = false) => {
    depth = Math.max(depth, level + 1);
    const y = level * FRAME_HEIGHT;
    const figure = frame.figures[measure];
    const share = `${text(figure)}, ${(100 * figure / whole).toFixed(1)} %`;
    const fits = Math.floor((w - 6) / 6.7);
    const label = frame.name.length <= fits ? frame.name :
        fits > 2                            ? `${frame.name.slice(0, fits - 1)}…` :
                                              '';
    const box =
        svg('g', {
          tabindex: 0,
          role: 'button',
          class: isAround ? 'around' : '',
          'aria-label': `${frame.name}: ${share}`
        },
            svg('title', {}, `${frame.name}\n${share}`),
            svg('rect', {x, y, width: w, height: FRAME_HEIGHT, class: hueOf(frame.name)}),
            svg('text', {x: x + 4, y: y + 13}, label));
    const zoom = () => {
      zoomed = frame;
      showFlames();
    };
    box.addEventListener('click', zoom);
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      zoom();
    });
    boxes.push(box);
  };
  // With its own stack: a program may have any depth.
  /** @type {Frame[]} */
  const around = [];
  for (let frame = zoomed.parent; frame; frame = frame.parent) around.unshift(frame);
  around.forEach((frame, level) => draw(frame, 0, width, level, true));
  /** @type {[Frame, number, number, number][]} */
  const open = [[zoomed, 0, width, around.length]];
  for (let at = open.pop(); at; at = open.pop()) {
    const [frame, x, w, level] = at;
    draw(frame, x, w, level);
    const figure = frame.figures[measure];
    let left = x;
    const children =
        [...frame.children.values()].sort((a, b) => b.figures[measure] - a.figures[measure]);
    for (const child of children) {
      const part = figure > 0 ? w * child.figures[measure] / figure : 0;
      if (part < 1) break;
      open.push([child, left, part, level + 1]);
      left += part;
    }
  }
  const hadFocus = panel.contains(document.activeElement);
  panel.replaceChildren(
      svg('svg', {
        height: depth * FRAME_HEIGHT + 2,
        viewBox: `0 0 ${width} ${depth * FRAME_HEIGHT + 2}`,
        preserveAspectRatio: 'none',
        role: 'group',
        'aria-label': 'Flame graph'
      },
          ...boxes));
  if (hadFocus) boxes[around.length].focus();
}

// ---- The panel.

function describe() {
  const facts =
      measures.map((name) => `${ALL_MEASURES[name].label} ${ALL_MEASURES[name].text(total[name])}`);
  const {cost} = module;
  if (cost?.minimum) facts.push('loops with an unknown trip count count once');
  if (cost?.machine) facts.push(`on ${cost.machine} at least ${seconds(cost.path ?? 0)}`);
  // Numbers stay with their units.
  const text = el('span', '', facts.join(', ').replace(/(?<=\d) /g, '\u00a0'));
  if (!cost?.peak) return text;
  const at = el('a', '', `${bytes(cost.peak.bytes)} alive`);
  at.href = address(...cost.peak.at);
  text.append(', about ', at);
  return text;
}

let isMade = false;
export function showCosts() {
  const isWanted = isPressed($('cost-button'));
  $('cost').hidden = !isWanted;
  if (!isWanted) return;
  if (!isMade) {
    isMade = true;
    entries = findEntries();
    for (const {figures} of entries) addTo(total, figures);
    measures = Object.keys(ALL_MEASURES).filter((name) => total[name] > 0);
    // A line without its callers says less than the scopes.
    const parts = largest(module.origins, 0, (origin) => origin.length);
    if (parts <= 2) field('cost-frames').value = 'scope';
    if (parts <= 1) field('cost-key').value = parts === 1 ? 'scope' : 'opcode';
    buildFrames();
    $('cost-facts').replaceChildren(describe());
    for (const name of measures) {
      const option = el('option', '', ALL_MEASURES[name].label);
      option.value = name;
      $('cost-measure').append(option);
    }
    for (const option of $('cost-key').querySelectorAll('option'))
      if (option.value.startsWith('peak') && !module.cost?.peak) option.remove();
    $('cost-key').addEventListener('change', showTable);
    $('cost-measure').addEventListener('change', showFlames);
    $('cost-frames').addEventListener('change', () => {
      buildFrames();
      showFlames();
    });
    new ResizeObserver(showFlames).observe($('cost-flames'));
  }
  showTable();
}
