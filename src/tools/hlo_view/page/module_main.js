// Selection, search, keys. The address of a line is the fragment #COMPUTATION/INSTRUCTION, without
// percent signs: back and forward work, and readers can keep links to lines.
const addressOf = (line) => {
  const row = rowOf(line);
  return address(computations[lineComputation[line]].name, ...(row ? [row[NAME]] : []));
};
function lineOfAddress(hash) {
  try {
    const [name, instruction] = namesOf(hash);
    const computation = computations.find((candidate) => candidate.name === name);
    if (!computation) return -1;
    const row = computation.rows.findIndex((candidate) => candidate[NAME] === instruction);
    return row < 0 ? computation.first - 1 : computation.first + row;
  } catch {
    return -1;
  }
}

function select(line) {
  selected = line;
  const c = lineComputation[line], row = lineRow[line];
  operandRows = new Set(row >= 0 ? operandsOf(rowOf(line)) : []);
  userRows = new Set(row >= 0 ? usersOf(c, row) : []);
  walk = null;
  showTimeline(c);  // first: it takes room from the listing
  listing.reveal(line);
  listing.refresh();
  revealInTree(c);
  tree.refresh();
  showDetails();
  drawRuler();
}

// Selects a distant line; the reader can go back.
function jump(line) {
  if (line < 0 || line >= lineCount) return;
  if (line !== selected) history.pushState(null, '', addressOf(line));
  select(line);
}
// Selects a line nearby.
function step(by) {
  let line = selected + by;
  while (line >= 0 && line < lineCount && lineRow[line] === BLANK) line += by;
  if (line < 0 || line >= lineCount) return;
  history.replaceState(null, '', addressOf(line));
  select(line);
}
addEventListener('popstate', () => {
  const line = lineOfAddress(location.hash);
  if (line >= 0) select(line);
});

document.addEventListener('click', (event) => {
  const fold = event.target.closest('[data-unfold]');
  if (fold) {
    unfolded.add(Number(fold.dataset.unfold));
    listing.refreshRow(Number(fold.dataset.unfold));
    return;
  }
  const target = event.target.closest('[data-line]');
  if (!target || String(getSelection()) !== '') return;  // text is being selected
  const line = Number(target.dataset.line);
  if (lineRow[line] !== BLANK) jump(line);
});

// o, u: the next of the selected line's operands or users.
let walk = null;
function walkOver(kind) {
  if (!walk || walk.kind !== kind) {
    if (selected < 0 || lineRow[selected] < 0) return;
    const c = lineComputation[selected], row = lineRow[selected];
    walk = {
      kind,
      c,
      rows: kind === 'operands' ? operandsOf(rowOf(selected)) : usersOf(c, row),
      next: 0
    };
  }
  if (walk.rows.length === 0) return;
  const next = {...walk, next: (walk.next + 1) % walk.rows.length};
  jump(lineOf(walk.c, walk.rows[walk.next]));
  walk = next;
}
function followCall() {
  if (selected < 0) return;
  const row = rowOf(selected);
  const callers = computations[lineComputation[selected]].callers;
  if (row) {
    const callees = calleesOf(row);
    if (callees.length > 0) jump(computations[callees[0]].first - 1);
  } else if (callers.length > 0) {
    jump(lineOf(...callers[0]));
  }
}
function jumpToPeak() {
  const c = selected >= 0 && computations[lineComputation[selected]].timeline ?
      lineComputation[selected] :
      entry;
  const timeline = computations[c].timeline;
  if (timeline) jump(lineOf(c, timeline.peak[1]));
}

// ---- Search.
let at = -1;  // index of the current match
function search() {
  const query = $('query').value;
  const isRegex = $('regex').getAttribute('aria-pressed') === 'true';
  $('query').classList.remove('bad');
  $('query').title = '';
  found = [];
  at = -1;
  try {
    if (query !== '') found = findLines(query, $('scope').value, isRegex);
  } catch (error) {
    $('query').classList.add('bad');
    $('query').title = error.message;
  }
  foundSet = new Set(found);
  $('found').textContent = query === '' ? '' : `${count(found.length)} found`;
  listing.refresh();
  drawRuler();
}
function goToFound(by) {
  if (found.length === 0) return;
  if (at < 0) {
    const behind = found.findIndex((line) => line >= Math.max(0, selected));
    at = by > 0 ? Math.max(0, behind) :
                  ((behind < 0 ? found.length : behind) - 1 + found.length) % found.length;
  } else {
    at = (at + by + found.length) % found.length;
  }
  $('found').textContent = `${count(at + 1)} of ${count(found.length)}`;
  jump(found[at]);
}
let searchTimer = 0;
$('query').addEventListener('input', () => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(search, 150);
});
$('search').addEventListener('submit', (event) => event.preventDefault());
$('query').addEventListener('keydown', (event) => {
  if (event.key === 'Enter') {
    clearTimeout(searchTimer);
    if (at < 0) search();
    goToFound(event.shiftKey ? -1 : 1);
  } else if (event.key === 'Escape') {
    $('listing').focus();
  }
});
$('scope').addEventListener('change', search);
$('next').addEventListener('click', () => goToFound(1));
$('previous').addEventListener('click', () => goToFound(-1));

// ---- Buttons and keys.
function toggle(id, changed) {
  const button = $(id);
  const isOn = button.getAttribute('aria-pressed') !== 'true';
  button.setAttribute('aria-pressed', isOn);
  changed(isOn);
}
const toggleLayouts = () => toggle('layouts', (isOn) => {
  show.layouts = isOn;
  listing.refresh();
  showDetails();
});
const toggleMetadata = () => toggle('metadata', (isOn) => {
  show.metadata = isOn;
  unfolded.clear();
  listing.refresh();
});
const toggleTimeline = () => toggle(
    'timeline-button', () => showTimeline(selected >= 0 ? lineComputation[selected] : entry));
$('regex').addEventListener('click', () => toggle('regex', search));
$('layouts').addEventListener('click', toggleLayouts);
$('metadata').addEventListener('click', toggleMetadata);
$('timeline-button').addEventListener('click', toggleTimeline);
$('help-button').addEventListener('click', () => $('help').showModal());

const keys = {
  '/': () => $('query').select(),
  n: () => goToFound(1),
  N: () => goToFound(-1),
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  o: () => walkOver('operands'),
  u: () => walkOver('users'),
  c: followCall,
  b: () => history.back(),
  f: () => history.forward(),
  e: () => jump(computations[entry].first - 1),
  p: jumpToPeak,
  g: () => jump(0),
  G: () => jump(lineCount - 2),
  l: toggleLayouts,
  m: toggleMetadata,
  t: toggleTimeline,
  d: () => theme.toggle(),
  '?': () => $('help').showModal(),
};
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $('help').open) return;
  if (['INPUT', 'SELECT'].includes(document.activeElement?.tagName)) return;
  const action = keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

for (const splitter of document.querySelectorAll('.splitter')) {
  splitter.addEventListener('pointerdown', (event) => {
    const isLeft = splitter.dataset.side === 'left';
    const panel = isLeft ? splitter.previousElementSibling : splitter.nextElementSibling;
    const width = panel.offsetWidth;
    splitter.setPointerCapture(event.pointerId);
    splitter.onpointermove = (move) => {
      const by = (move.clientX - event.clientX) * (isLeft ? 1 : -1);
      panel.style.width = `${Math.min(innerWidth / 2, Math.max(120, width + by))}px`;
    };
    splitter.onpointerup = () => {
      splitter.onpointermove = null;
    };
  });
}

// ---- Start.
$('title').textContent = data.name;
$('title').title = data.header;
const total = computations.reduce((sum, computation) => sum + computation.rows.length, 0);
$('facts').textContent = [
  plural(total, 'instruction'),
  plural(computations.length, 'computation'),
  ...(data.scheduled ? ['scheduled'] : []),
  ...(data.file ? [data.file] : []),
].join(' · ');
if (computations.length > 0) {
  open.add(`${entry}`);
  listNodes();
  listing.setLength(lineCount);
  const line = lineOfAddress(location.hash);
  select(line >= 0 ? line : computations[entry].first - 1);
  // Show the start of the entry, not its heading in the middle of the screen.
  if (line < 0) $('listing').scrollTop = Math.max(0, selected * 20 - 4) / listing.scale;
  $('listing').focus();
}
