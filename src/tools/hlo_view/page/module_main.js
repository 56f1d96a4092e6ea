// The page of a module: selection, search, buttons, keys.
import {showDetails} from './module_details.js';
import {drawRuler, listing, shown} from './module_listing.js';
import {calleesOf, computations, entry, findLines, HEAD, lineCount, lineOf, module, operandsOf, rowOf, usersOf} from './module_model.js';
import {timelineOf} from './module_schedule.js';
import {jump, lineOfAddress, move, select, selectedComputation, selectedRow, selection} from './module_selection.js';
import {showTimeline} from './module_timeline.js';
import {showInTree} from './module_tree.js';
import {$, field, isPressed, onKeys, plural, press, theme} from './page.js';
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

selection.show = () => {
  walk = null;
  showTimeline(selectedComputation());  // first: it takes room from the listing
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

const search = new Search({
  find: (query) => findLines(query, field('scope').value, isPressed($('regex'))),
  isPassed: (line) => line < selection.line,
  goTo: jump,
  show: () => {
    shown.found = new Set(search.results);
    listing.refresh();
    drawRuler();
  },
});
$('search').addEventListener('submit', (event) => event.preventDefault());
$('scope').addEventListener('change', () => search.search());

/** @type {Record<string, () => void>} */
const toggles = {
  regex: () => search.search(),
  layouts: () => {
    shown.layouts = isPressed($('layouts'));
    listing.refresh();
    showDetails();
  },
  metadata: () => {
    shown.metadata = isPressed($('metadata'));
    shown.unfolded.clear();
    listing.refresh();
  },
  'timeline-button': () => showTimeline(computationHere()),
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
  const line = lineOfAddress(location.hash);
  select(line >= 0 ? line : lineOf(entry, HEAD));
  // Show the start of the entry, not its heading in the middle of the screen.
  if (line < 0)
    $('listing').scrollTop = Math.max(0, selection.line * listing.rowHeight - 4) / listing.scale;
  $('listing').focus();
}
