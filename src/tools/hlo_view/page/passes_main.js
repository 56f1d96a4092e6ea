// The page of a report on passes. Shows one module at a time; makes the details of a stage when it
// first unfolds.
import {$, bytes, count, el, field, isPressed, largest, onKeys, plural, press} from './page.js';
import {addressOf, beforeOf, fullChange, isChanged, isComparison, isFound, isUnchanged, moduleName, onlyText, placesOf, report, signed, state, titleOf} from './passes_model.js';
import {detailsOf, historyCommand} from './passes_stage.js';
import {Search} from './search.js';

/** @param {string} text @param {string} href */
function link(text, href) {
  const a = el('a', '', text);
  a.href = href;
  return a;
}

// ---- The list of stages.

/** @param {FullChange} change @param {number} scale */
function bars({added, removed, changed}, scale) {
  const element = el('span', 'bars');
  Object.entries({plus: added, minus: removed, other: changed}).forEach(([kind, n]) => {
    if (n === 0) return;
    const bar = element.appendChild(el('i', kind));
    bar.style.width = `${(100 * n * scale).toFixed(2)}%`;
  });
  element.role = 'img';
  element.ariaLabel = element.title = `+${added} −${removed} ~${changed}`;
  return element;
}

/** @param {FullChange} change */
function summaryOf({opcodes, changes, async, header}) {
  const element = el('span', 'opcodes');
  for (const {opcode, before, after} of opcodes)
    element.append(
        el('span', after > before ? 'plus' : 'minus', signed(after - before)), ` ${opcode}  `);
  for (const what of /** @type {const} */ (['made', 'removed', 'moved', 'rebound']))
    if (async && async[what] > 0) element.append(`${async[what]} async ${what}  `);
  if (opcodes.length === 0) {
    for (const [what, n] of Object.entries(changes))
      element.append(el('span', 'other', `~${count(n)}`), ` ${what}  `);
  }
  for (const field of header) element.append(`${field}  `);
  return element;
}

// The cells of a stage that could be read.
/** @param {ReportedModule} module @param {Stage} stage @param {number} scale */
function cellsOf(module, stage, scale) {
  const change = fullChange(stage);
  const grown = stage.change && stage.result_bytes - beforeOf(module, stage).result_bytes;
  const words = stage.only ? onlyText(stage) : stage.change ? 'nothing' : '';
  const kind = stage.only ? `opcodes ${stage.only === 'after' ? 'plus' : 'minus'}` : 'quiet';
  return [
    change ? bars(change, scale) : el('span', 'bars'),
    el('span', 'number', count(stage.instructions)),
    grown === undefined ? el('span', 'number quiet', bytes(stage.result_bytes)) :
                          el('span', 'number', signed(grown, bytes)),
    change ? summaryOf(change) : el('span', kind, words),
  ];
}

/** A name that breaks after an underscore. @param {string} name */
const breakable = (name, className = '') =>
    el('span', className, ...name.split(/(?<=_)/).flatMap((part) => [part, el('wbr')]));

/** @param {number} m @param {number} s @param {number} scale */
function stageRow(m, s, scale) {
  const module = report.modules[m];
  const stage = module.stages[s];
  const name = el('span', 'pass', breakable(stage.title ?? stage.pass));
  if (stage.pipeline) name.append(breakable(stage.pipeline, 'quiet'));
  const cells = stage.error === undefined ? cellsOf(module, stage, scale) : [
    el('span', 'bars'),
    el('span'),
    el('span'),
    el('span', 'opcodes failed', stage.error),
  ];
  const row =
      el('details', 'stage', el('summary', '', el('span', 'step', stage.number), name, ...cells));
  row.dataset.stage = String(s);
  row.addEventListener('toggle', () => {
    if (row.open && row.children.length === 1) row.append(detailsOf(module, stage));
  });
  return row;
}

/** @param {number} number */
function foldedRow(number) {
  const what = !isComparison ? 'changed nothing' : number === 1 ? 'is the same' : 'are the same';
  const row = el('div', 'folded', el('button', 'plain', `${plural(number, 'stage')} ${what}`));
  row.addEventListener('click', () => showUnchanged(true));
  return row;
}

/** @param {...string[]} items  a class and its meaning */
const legend = (...items) =>
    el('span', 'legend', ...items.map(([kind, text]) => el('span', '', el('i', kind), text)));

/** @param {number} m */
function stageList(m) {
  const {stages} = report.modules[m];
  const most = largest(stages, 1, (stage) => {
    const change = fullChange(stage);
    return change ? change.added + change.removed + change.changed : 0;
  });
  const list =
      el('div', '',
         el('div', 'folded heading', el('span'), el('span', '', 'after pass'),
            el('span', 'change', 'change'), el('span', 'number', 'instr'),
            el('span', 'number', 'bytes'),
            legend(['plus', 'added'], ['minus', 'removed'], ['other', 'changed'])));
  let folded = 0;
  const fold = () => {
    if (folded > 0) list.append(foldedRow(folded));
    folded = 0;
  };
  stages.forEach((stage, s) => {
    if (state.query && !isFound(stage)) return;
    if (isUnchanged(stage) && !state.unchanged && !state.query) {
      ++folded;
      return;
    }
    fold();
    list.append(stageRow(m, s, 1 / most));
  });
  fold();
  return list;
}

/** The meaning of the strip's colours, those that it has. @param {Stage[]} stages */
function stripLegend(stages) {
  /** @type {[string, string, (stage: Stage) => boolean][]} */
  const kinds = [
    ['changed', isComparison ? 'differs' : 'changed it', isChanged],
    ['same', isComparison ? 'the same' : 'did not', (stage) => !stage.error && !isChanged(stage)],
    ['failed', 'could not be read', (stage) => stage.error !== undefined],
  ];
  const element = legend(
      ...kinds.filter(([, , test]) => stages.some(test)).map(([kind, text]) => [kind, text]));
  element.prepend(el('span', '', 'instructions after each stage'));
  return element;
}

/** @param {number} m */
function strip(m) {
  const {stages} = report.modules[m];
  const most = largest(stages, 1, (stage) => stage.instructions ?? 0);
  return el('div', 'strip', ...stages.map((stage, s) => {
    const column = link('', addressOf(m, s));
    const bar = column.appendChild(el('i'));
    const isRead = stage.error === undefined;
    column.className = !isRead ? 'failed' : isChanged(stage) ? 'changed' : '';
    column.title = `${stage.number} ${titleOf(stage)}: ${
        stage.error ?? plural(stage.instructions, 'instruction')}`;
    bar.style.height = `${isRead ? 100 * stage.instructions / most : 12}%`;
    return column;
  }));
}

// ---- The page.

/** @param {ReportedModule} module */
function changedText(module) {
  if (module.only) return [onlyText(module)];
  const changed = module.stages.filter(isChanged).length;
  return [
    el('b', '', changed),
    ` of ${plural(module.stages.length, 'stage')} `,
    !isComparison     ? 'changed it' :
        changed === 1 ? 'differs' :
                        'differ',
  ];
}

// From the first stage to the last.
/** @param {Stage[]} stages @param {string} what @param {(stage: Stage) => string} text */
const fromTo = (stages, what, text) => el(
    'span', '', el('b', '', `${text(stages[0])} → ${text(stages[stages.length - 1])}`), ` ${what}`);

/** @param {number} m */
function factsOf(m) {
  const {stages} = report.modules[m];
  const read = stages.filter((stage) => stage.error === undefined);
  const facts = el('div', 'facts', el('span', '', ...changedText(report.modules[m])));
  if (isComparison) {
    const first = stages.findIndex(isChanged);
    if (first >= 0) {
      const text = `${stages[first].number} ${titleOf(stages[first])}`;
      facts.append(el('span', '', 'first: ', link(text, addressOf(m, first))));
    }
  } else if (read.length > 0) {
    facts.append(
        fromTo(read, 'instructions', (stage) => count(stage.instructions)),
        fromTo(read, 'of results', (stage) => bytes(stage.result_bytes)));
    if (read.some((stage) => stage.async_pairs > 0))
      facts.append(fromTo(read, 'asynchronous operations', (stage) => count(stage.async_pairs)));
  }
  if (read.length < stages.length)
    facts.append(el('span', 'failed', `${stages.length - read.length} could not be read`));
  return facts;
}

/** A folded list of files. @param {string} title @param {string[]} files */
const fileList = (title, files) =>
    el('details', 'files', el('summary', 'quiet', title),
       ...files.map((file) => el('div', 'mono quiet', file)));

function showModule() {
  const box = $('module');
  const module = report.modules[state.module];
  box.replaceChildren();
  if (!module) return;
  box.append(
      el('h2', '', moduleName(module)), factsOf(state.module), strip(state.module),
      stripLegend(module.stages), stageList(state.module),
      ...(isComparison ?
              [] :
              [el('p', 'quiet',
                  'The last stage, and the passes that made and changed each instruction: ',
                  el('code', 'command', historyCommand(module)))]),
      ...(module.buffers ?? []).map(({text}) => el('p', 'quiet', el('b', '', 'Buffers '), text)),
      ...(module.thunks ?? []).map(({text}) => el('p', 'quiet', el('b', '', 'Thunks '), text)));
  if (module.others.length > 0)
    box.append(fileList(`${plural(module.others.length, 'other file')}, not read`, module.others));
}

function showModules() {
  const panel = $('modules');
  panel.replaceChildren(el('h2', '', plural(report.modules.length, 'module')));
  report.modules.forEach((module, m) => {
    const hits = module.stages.filter((stage) => isFound(stage)).length;
    const a = link(moduleName(module), addressOf(m));
    a.classList.toggle('without', state.query !== '' && hits === 0);
    a.setAttribute('aria-current', String(m === state.module));
    a.append(
        el('span', 'quiet',
           ...(state.query ? [`found in ${hits} of ${plural(module.stages.length, 'stage')}`] :
                             changedText(module))));
    panel.append(a);
  });
  if (report.others.length > 0)
    panel.append(fileList(plural(report.others.length, 'other file'), report.others));
}

function show() {
  showModules();
  showModule();
}

/** @param {boolean} isOn */
function showUnchanged(isOn) {
  state.unchanged = isOn;
  press($('unchanged'), isOn);
  showModule();
}

/** Shows a module and, unless it is -1, a stage of it. @param {number} m @param {number} s */
function goTo(m, s) {
  const stage = report.modules[m]?.stages[s];
  const isHidden = stage !== undefined && isUnchanged(stage) && !state.unchanged;
  if (m !== state.module || isHidden) {
    state.module = m;
    if (isHidden) state.unchanged = true;
    press($('unchanged'), state.unchanged);
    show();
  }
  document.querySelector('.stage.target')?.classList.remove('target');
  const row = /** @type {HTMLDetailsElement | null} */ (
      document.querySelector(`.stage[data-stage="${s}"]`));
  if (!row) return;
  row.classList.add('target');
  row.open = true;
  row.scrollIntoView({block: 'start'});
}

// Most dumps have many small modules and one that matters.
const sizes =
    report.modules.map(({stages}) => largest(stages, 0, (stage) => stage.instructions ?? 0));
const startModule = Math.max(0, sizes.indexOf(largest(sizes, 0, (size) => size)));
function follow() {
  const [m, s] = placesOf(location.hash);
  goTo(m < 0 ? startModule : m, s);
}

// ---- Search leads to modules that have what is searched for.

/** @type {Search<{m: number, s: number}>} */
const search = new Search({
  find: (query) => {
    const words = query.trim().toLowerCase();
    return report.modules.flatMap(
        ({stages}, m) => stages.flatMap((stage, s) => isFound(stage, words) ? [{m, s}] : []));
  },
  isPassed: ({m}) => m < state.module,
  goTo: ({m, s}) => {
    history.replaceState(null, '', addressOf(m, s));
    goTo(m, s);
  },
  // Stays in the module if it has a hit; else shows the next one that has.
  show: () => {
    state.query = search.query.trim().toLowerCase();
    const {results} = search;
    if (results.length > 0 && !results.some(({m}) => m === state.module)) {
      state.module = (results.find(({m}) => m > state.module) ?? results[0]).m;
      history.replaceState(null, '', addressOf(state.module));
    }
    show();
  },
});

// ---- Start.

$('title').textContent = 'Passes';
$('folder').textContent = isComparison ? `${report.against} → ${report.folder}` : report.folder;
$('folder').title = $('folder').textContent ?? '';
if (isComparison) {
  $('unchanged').textContent = 'Same';
  $('unchanged').title = 'Show also stages that are the same';
}
$('unchanged').addEventListener('click', () => showUnchanged(!isPressed($('unchanged'))));
onKeys({'/': () => field('query').focus()});
addEventListener('hashchange', follow);
state.module = startModule;
show();
follow();
