// The page of a module: selection, search, buttons, keys.
import {showGraph} from './graph.js';
import {showCosts} from './module_cost.js';
import {showDetails} from './module_details.js';
import {drawRuler, listing} from './module_listing.js';
import {calleesOf, computations, entry, findLines, HEAD, inCallOrder, isInput, lineComputation, lineCount, lineOf, lineText, module, opcodes, rowOf, shapeText, shown, usersOf} from './module_model.js';
import {timelineOf} from './module_schedule.js';
import {addressOf, addressOfQuery, follow, jump, move, select, selectedComputation, selectedRow, selection} from './module_selection.js';
import {showTimeline} from './module_timeline.js';
import {showInTree} from './module_tree.js';
import {$, count, field, isPressed, onKeys, plural, press, theme} from './page.js';
import {IS_ROOT, NAME, OPCODE, operandsOf, originOf} from './rows.js';
import {Search} from './search.js';

// The computation of the selected line; the entry if nothing is selected.
const computationHere = () => selection.line < 0 ? entry : selectedComputation();

// ---- Selection.

// o, u: the next of the selected line's operands or users.
/** @type {{kind: string, c: number, rows: number[], next: number} | null} */
let walk = null;
/** @param {'operands' | 'users'} kind */
function walkOver(kind) {
  const c = selectedComputation(), r = selectedRow(c);
  const row = selection.line < 0 ? null : rowOf(selection.line);
  const way = walk?.kind === kind ? walk :
      row ? {kind, c, rows: kind === 'users' ? usersOf(c, r) : operandsOf(row), next: 0} :
            null;
  if (!way || way.rows.length === 0) return;
  jump(lineOf(way.c, way.rows[way.next]));
  walk = {...way, next: (way.next + 1) % way.rows.length};
}

// The graph around the selected row; of the computation, if its heading is selected.
function showNeighbours() {
  const isWanted = isPressed($('graph-button'));
  $('graph').hidden = !isWanted;
  if (!isWanted) return;
  const c = computationHere(), r = selectedRow(c);
  const {rows} = computations[c];
  showGraph(
      {
        neighboursOf: (row) => ({above: operandsOf(rows[row]), below: usersOf(c, row)}),
        describe: (row) => ({
          href: addressOf(lineOf(c, row)),
          lines: [rows[row][NAME], `${rows[row][OPCODE]} ${shapeText(rows[row], false)}`],
          title: [lineText(lineOf(c, row)), ...originOf(module, c, row)?.stack ?? []].join('\n'),
          className: rows[row][IS_ROOT] ? 'root' : '',
        }),
      },
      r >= 0 ? r : null, rows.flatMap((row, each) => row[IS_ROOT] ? [each] : []));
}
$('hops').addEventListener('change', showNeighbours);

selection.show = () => {
  walk = null;
  showTimeline(selectedComputation());  // first: it takes room from the listing
  showNeighbours();
  listing.goTo(selection.line);
  showInTree();
  showDetails();
  drawRuler();
};

function followCall() {
  if (selection.line < 0) return;
  const row = rowOf(selection.line);
  const {callers} = computations[selectedComputation()];
  if (row) {
    const [callee] = calleesOf(row);
    if (callee !== undefined) jump(lineOf(callee, HEAD));
  } else if (callers.length > 0) {
    jump(lineOf(...callers[0]));
  }
}
/** To the next asynchronous operation's start, or to the one before. @param {1 | -1} by */
function goToOperation(by) {
  const c = computationHere();
  const starts = (timelineOf(c)?.bars ?? []).map(({links}) => links[0].step).sort((a, b) => a - b);
  const step = selectedRow(c);
  const start =
      by > 0 ? starts.find((each) => each > step) : starts.findLast((each) => each < step);
  if (start !== undefined) jump(lineOf(c, start));
}
function jumpToPeak() {
  const c = timelineOf(computationHere()) ? computationHere() : entry;
  const timeline = timelineOf(c);
  if (timeline) jump(lineOf(c, timeline.peak[1]));
}

// ---- Search, buttons and keys.

const placeOf = new Map(inCallOrder.map((c, place) => [c, place]));
/** Whether the search finds a line before the selected one. @param {number} line */
function isPassed(line) {
  const by = (placeOf.get(lineComputation[line]) ?? 0) - (placeOf.get(computationHere()) ?? 0);
  return by < 0 || (by === 0 && line < selection.line);
}
const search = new Search({
  find: (query) => findLines(query, field('scope').value, isPressed($('regex'))),
  isPassed,
  goTo: jump,
  show: () => {
    shown.found = new Set(search.results);
    listing.refresh();
    drawRuler();
    // An opcode alone may be meant as that.
    const opcode = search.query.trim().toLowerCase();
    const rows =
        field('scope').value !== 'opcode' && opcodes.find(([each]) => each === opcode)?.[1];
    $('offer').hidden = !rows;
    $('offer').textContent = rows ? `opcode ${opcode}: ${count(rows)}` : '';
    $('offer').setAttribute('href', addressOfQuery('opcode', opcode));
  },
});
selection.search = (scope, query, isRegex) => {
  field('scope').value = scope;
  field('query').value = query;
  press($('regex'), isRegex);
  search.search();
  search.step(1);
};
$('search').addEventListener('submit', (event) => event.preventDefault());
$('scope').addEventListener('change', () => search.search());

/** @type {Record<string, () => void>} */
const toggles = {
  regex: () => search.search(),
  layouts: () => {
    shown.layouts = isPressed($('layouts'));
    search.search();
    showDetails();
  },
  metadata: () => {
    shown.metadata = isPressed($('metadata'));
    shown.unfolded.clear();
    search.search();
  },
  'timeline-button': () => showTimeline(computationHere()),
  // They leave the listing less room.
  'cost-button': () => {
    showCosts();
    listing.goTo(selection.line);
  },
  'graph-button': () => {
    showNeighbours();
    listing.goTo(selection.line);
  },
};
for (const [id, changed] of Object.entries(toggles)) {
  $(id).addEventListener('click', () => {
    press($(id), !isPressed($(id)));
    changed();
  });
}
const help = /** @type {HTMLDialogElement} */ ($('help'));
$('help-button').addEventListener('click', () => help.showModal());

onKeys({
  '/': () => field('query').select(),
  n: () => search.step(1),
  N: () => search.step(-1),
  j: () => move(1),
  ArrowDown: () => move(1),
  k: () => move(-1),
  ArrowUp: () => move(-1),
  o: () => walkOver('operands'),
  u: () => walkOver('users'),
  c: followCall,
  '[': () => goToOperation(-1),
  ']': () => goToOperation(1),
  b: () => history.back(),
  f: () => history.forward(),
  e: () => jump(lineOf(entry, HEAD)),
  p: jumpToPeak,
  g: () => jump(0),
  G: () => jump(lineCount - 2),
  l: () => $('layouts').click(),
  m: () => $('metadata').click(),
  t: () => $('timeline-button').click(),
  h: () => $('graph-button').click(),
  $: () => $('cost-button').click(),
  d: () => theme.toggle(),
  '?': () => help.showModal(),
});

for (const splitter of /** @type {NodeListOf<HTMLElement>} */ (
         document.querySelectorAll('.splitter'))) {
  const isLeft = splitter.dataset.side === 'left';
  const panel = /** @type {HTMLElement} */ (
      isLeft ? splitter.previousElementSibling : splitter.nextElementSibling);
  const resize = (/** @type {number} */ width) => {
    panel.style.width = `${Math.min(innerWidth / 2, Math.max(120, width))}px`;
    splitter.ariaValueNow = String(panel.offsetWidth);
  };
  splitter.ariaValueNow = String(panel.offsetWidth);
  splitter.addEventListener('pointerdown', (event) => {
    const width = panel.offsetWidth;
    splitter.setPointerCapture(event.pointerId);
    splitter.onpointermove = (move) =>
        resize(width + (move.clientX - event.clientX) * (isLeft ? 1 : -1));
    splitter.onpointerup = () => {
      splitter.onpointermove = null;
    };
  });
  splitter.addEventListener('keydown', (event) => {
    const by = {ArrowLeft: -20, ArrowRight: 20}[event.key];
    if (by) resize(panel.offsetWidth + by * (isLeft ? 1 : -1));
  });
}

// ---- Start.

$('title').textContent = module.name;
$('title').title = module.header;
$('facts').textContent = [
  plural(computations.reduce((sum, {rows}) => sum + rows.length, 0), 'instruction'),
  plural(computations.length, 'computation'),
  ...(module.scheduled ? ['scheduled'] : []),
  ...(module.file ? [module.file] : []),
].join(' · ');
if (computations.length > 0) {
  listing.setLength(lineCount);
  follow(location.hash, select);
  if (selection.line < 0) {
    select(lineOf(entry, HEAD));
    // The overview is at the side; the list begins where something happens.
    const {rows} = computations[entry];
    const first = Math.max(0, rows.findIndex((row) => !isInput(row)));
    const top = lineOf(entry, first < 4 ? HEAD : first - 1);
    $('listing').scrollTop = Math.max(0, top * listing.rowHeight - 4) / listing.scale;
  }
  $('listing').focus();
}
