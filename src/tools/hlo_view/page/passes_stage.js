// The details of a stage: its opcodes, its asynchronous operations, its diff.
import {bytes, count, el, plural, section, table} from './page.js';
import {addressOf, beforeOf, fullChange, isComparison, marked, moduleName, report, signed} from './passes_model.js';

// ---- The command for all of a diff.

/** Quotes for a shell. @param {string} text */
const quote = (text) =>
    /^[,\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`;
// A module as an argument of --module. Several may have a number, as of two programs.
/** @param {ReportedModule} module */
function moduleForCommand(module) {
  const isOnly = report.modules.filter(({number}) => number === module.number).length === 1;
  if (isOnly) return String(module.number);
  return quote(`^${moduleName(module).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`);
}
/** A stage as an argument of --stages. @param {{number: string, file: string}} stage */
const stageForCommand = ({number, file}) => /^\d+$/.test(number) ? String(Number(number)) : file;

/** @param {ReportedModule} module @param {Stage} stage */
function commandFor(module, stage) {
  const before = beforeOf(module, stage);
  if (isComparison) {
    return `hlo-view --open --diff_against=${quote(`${report.against}/${before.file}`)} ${
        quote(`${report.folder}/${stage.file}`)}`;
  }
  return `hlo-view --open --passes ${quote(report.folder)} --module=${
      moduleForCommand(
          module)} --stages=${quote(`${stageForCommand(before)},${stageForCommand(stage)}`)}`;
}

/** For the page of the last stage. @param {ReportedModule} module */
export const historyCommand = (module) => `hlo-view --open --passes ${
    quote(report.folder)} --module=${moduleForCommand(module)} --blame='.*'`;

// ---- The diff.

/** @param {string} line */
const kindOfLine = (line) => line.startsWith('+ ') ? 'plus' :
    line.startsWith('- ')                          ? 'minus' :
    line.startsWith('~ ')                          ? 'other' :
                                                     'head';

// Whether `next` is the later version of `line`: of a changed instruction or a field of the header.
/** @param {string} line @param {string} next */
function isCounterpart(line, next) {
  if (!next.startsWith('+ ')) return false;
  const field = /^. (\w+)=/.exec(line);
  return next.includes('  // ') || (field !== null && next.startsWith(`+ ${field[1]}=`));
}

// Pairs the lines of the earlier folder with those of the later; one that only moved is in both.
/** @param {HTMLElement} pre @param {string[]} lines */
function twoColumns(pre, lines) {
  pre.classList.add('columns');
  const cell = (/** @type {string} */ line) =>
      el('div', line === '' ? '' : kindOfLine(line), ...marked(line));
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i];
    const kind = kindOfLine(line);
    if (kind === 'head')
      pre.append(cell(line));
    else if (kind === 'other')
      pre.append(cell(line), cell(line));
    else if (kind === 'plus')
      pre.append(cell(''), cell(line));
    else if (isCounterpart(line, lines[i + 1] ?? ''))
      pre.append(cell(line), cell(lines[++i]));
    else
      pre.append(cell(line), cell(''));
  }
}

/** @param {FullChange} change */
function diffText({diff, diff_left_out: leftOut = 0}) {
  const pre = el('pre', 'diff');
  pre.tabIndex = 0;  // keys scroll it
  const lines = diff.split('\n').filter((line) => line !== '');
  if (isComparison)
    twoColumns(pre, lines);
  else
    pre.append(...lines.map((line) => el('div', kindOfLine(line), ...marked(line))));
  if (leftOut > 0) pre.append(el('div', 'head', `… ${plural(leftOut, 'line')} more`));
  return pre;
}

// ---- Tables.

/** A number as a cell, coloured by its sign. @param {string} text */
const number = (text) => {
  const sign = {'+': ' plus', '−': ' minus'}[text[0]] ?? '';
  return el('td', `number${sign}`, text);
};

/** @param {AsyncChange} change */
function asyncText(change) {
  switch (change.what) {
    case 'moved':
      return `${change.start}: ${change.distance_before} → ${
          change.distance_after} between start and done`;
    case 'rebound':
      return `${change.start}: operand ${change.operand} bound at link ${change.link_after}, was ${
          change.link_before}`;
    case 'made':
      return change.sync ? `${change.start}, was ${change.sync}` : change.start;
    case 'removed':
      return change.sync ? `${change.start}, is ${change.sync}` : change.start;
  }
}

/** @param {AddedWork} work @returns {[what: string, work: Work][]} */
function addedWork({layout_copies: copies, rematerialized}) {
  /** @type {[what: string, work: Work][]} */
  const all = [];
  if (copies) all.push(['layout copies', copies]);
  if (rematerialized) all.push(['rematerialized', rematerialized]);
  return all;
}

/** Sections with what has changed. @param {FullChange} change */
function* sectionsOf({opcodes, changes, header, async, computations, ...work}) {
  if (opcodes.length > 0) {
    const rows = opcodes.map(
        ({opcode, before, after}) =>
            [opcode, number(count(before)), number(count(after)), number(signed(after - before))]);
    yield section('Opcodes', table(rows, ['', 'before', 'after', '']));
  }
  const kinds = Object.entries(changes);
  if (kinds.length > 0)
    yield section('Changed in', table(kinds.map(([what, n]) => [what, number(count(n))])));
  if (header.length > 0) yield section('Header', ...header.map((each) => el('div', 'mono', each)));
  if (async) {
    const rows = async.list.map((each) => [`${each.what} ${each.opcode}`, asyncText(each)]);
    yield section('Asynchronous', table(rows));
  }
  const added = addedWork(work);
  if (added.length > 0) {
    const rows = added.map(
        ([what, {instructions, flops, accessed_bytes: accessed, result_bytes: results}]) =>
            [what, number(signed(instructions)), number(signed(flops)),
             number(signed(accessed, bytes)), number(signed(results, bytes))]);
    yield section('Added work', table(rows, ['', '', 'flops', 'accessed', 'results']));
  }
  if (computations.list.length > 0) {
    yield section(
        'Computations',
        table(computations.list.map(
            ({before, after, ...n}) =>
                [before === undefined ? `new ${after}` :
                     after === undefined ? `gone ${before}` :
                                           after,
                 number(signed(n.added)),
                 number(signed(-n.removed)),
                 number(n.changed > 0 ? `~${count(n.changed)}` : ''),
    ])));
  }
}

/** @param {ReportedModule} module @param {Stage} stage */
export function detailsOf(module, stage) {
  const box = el('div', 'details');
  if (stage.error !== undefined) {
    box.append(el('p', 'failed', stage.error), el('p', 'quiet mono', stage.file));
    return box;
  }
  const facts = [
    plural(stage.instructions, 'instruction'),
    plural(stage.computation_count, 'computation'),
    `${bytes(stage.result_bytes)} of results`,
    `${bytes(stage.text_bytes)} of text`,
    ...(stage.async_pairs > 0 ? [plural(stage.async_pairs, 'asynchronous operation')] : []),
    ...addedWork(stage).map(
        ([what, work]) => `${count(work.instructions)} ${what}, ${bytes(work.result_bytes)}`),
    ...(stage.is_scheduled ? ['scheduled'] : []),
  ];
  const file = el('a', 'mono file', stage.file);  // the address of the stage, to keep or send
  file.href = addressOf(report.modules.indexOf(module), module.stages.indexOf(stage));
  const files = el('p', 'quiet', facts.join(' · '), el('br'), file);
  box.append(files);
  if (stage.change === undefined) return box;
  const before = beforeOf(module, stage);
  if (isComparison) files.append(el('br'), el('span', 'mono', `${report.against}: ${before.file}`));
  const change = fullChange(stage);
  if (!change) {
    const other = isComparison ? report.against : before.number;
    box.append(el(
        'p', '',
        stage.change.same_text ? `The text of ${other}, byte for byte.` :
                                 `No difference from ${other} but in names, order or metadata.`));
    return box;
  }
  box.append(
      el('div', 'columns', ...sectionsOf(change)), diffText(change),
      el('p', 'quiet', isComparison ? 'In full: ' : 'In full, or of any other two stages: ',
         el('code', 'command', commandFor(module, stage))));
  return box;
}
