// The details of the selected line: text, operands, users, calls, bytes, and its asynchronous
// operation.
import {bytesMade, calleesOf, computations, lineComputation, lineOf, lineRow, lineText, module, opcodes, shapeText, shown, usersOf, writer} from './module_model.js';
import {allocationName, assignment, barOfLink, bufferName, lineOfBuffer, memoryRows, timelineOf} from './module_schedule.js';
import {addressOf, addressOfQuery, selection} from './module_selection.js';
import {describeProfile, duration, durationOfRun, ofRun, profile, share, timeOf, timesOf} from './module_times.js';
import {$, bytes, count, el, plural, section, table} from './page.js';
import {IS_ROOT, isAttribute, NAME, OPCODE, operandsOf, originOf, piecesOf, SHAPE, shorten, stackOf} from './rows.js';

/** @import {Bar, Buffer} from './module_schedule.js' */
/** @typedef {(string | Node)[]} Content */

const MOST_ITEMS = 100;  // of a list, until the reader asks for more
const FEW_ITEMS = 8;     // of one in the overview

/** @param {(string | Node)[]} children */
const add = (...children) => $('details').append(...children);

/**
 * A list; shows the first `most` at first.
 * @template T
 * @param {T[]} items @param {(item: T) => Content} render
 */
function listOf(items, render, most = MOST_ITEMS) {
  const list = el('ul');
  const append = (/** @type {number} */ from, /** @type {number} */ end) => {
    list.append(...items.slice(from, end).map((item) => el('li', '', ...render(item))));
    const left = items.length - end;
    if (left <= 0) return;
    const more = el('button', 'plain more', `${count(left)} more`);
    more.addEventListener('click', () => {
      more.parentElement?.remove();
      append(end, end + MOST_ITEMS);
    });
    list.append(el('li', '', more));
  };
  append(0, most);
  return list;
}

/**
 * Adds a section of a list and its length, unless it is empty.
 * @template T
 * @param {string} title @param {T[]} items @param {(item: T) => Content} render
 */
function addList(title, items, render, most = MOST_ITEMS) {
  if (items.length > 0)
    add(section(`${title} (${count(items.length)})`, listOf(items, render, most)));
}

/** @param {number} begin @param {number} end */
const stepsText = (begin, end) => el('span', 'quiet', ` ${count(begin)} to ${count(end)}`);
/** @type {(c: number) => (r: number) => Content} */
const typedLink = (c) => (r) =>
    [writer.link(c, r), ' ',
     el('span', 'type', shorten(shapeText(computations[c].rows[r], false)))];
/** @param {number} c @returns {Content} */
const callLink =
    (c) => [writer.link(c, null), ' ', el('span', 'quiet', count(computations[c].rows.length))];
/** A link that says the number of a step. @param {number} c @param {number} step */
function stepLink(c, step) {
  const a = writer.link(c, step, 'number');
  a.textContent = count(step);
  return a;
}

export function showDetails() {
  if ($('details').contains(document.activeElement)) $('listing').focus({preventScroll: true});
  $('details').replaceChildren();
  $('details').scrollTop = 0;
  if (selection.line < 0) return;
  const c = lineComputation[selection.line];
  const row = lineRow[selection.line];
  if (row >= 0)
    showInstruction(c, row);
  else
    showComputation(c);
}

// ---- A computation.

/** @param {number} c */
function showComputation(c) {
  const {name, entry, fusion, rows, callers, callees} = computations[c];
  const kind = entry ? 'entry computation' : fusion ? 'fused computation' : 'computation';
  const timeline = timelineOf(c);
  add(el('h2', '', name), el('p', 'quiet', `${kind}, ${plural(rows.length, 'instruction')}`));
  if (timeline) {
    const [most, step] = timeline.peak;
    const estimate = timeline.isReal ? '' : ' (estimate, without callees)';
    add(
        el('p', 'quiet',
           `at most ${bytes(most)} alive${timeline.memory && ` in ${timeline.memory}`}${
               estimate}, at step `,
           stepLink(c, step)));
  }
  if (assignment && entry) add(section('Memory', table(memoryRows(assignment))));
  if (profile && entry) add(section('Profile', el('p', 'quiet', describeProfile(profile))));
  if (profile) showSlowest(c, profile);
  if (entry && module.thunk_file) addList('Thunks', allThunks(), thunkText);
  if (entry) showOverview();
  addList(
      'Called by', callers, ([caller, r]) => [writer.link(caller, r), ' in ', ...callLink(caller)]);
  if (callees.length > 0) add(section('Calls', listOf(callees, callLink)));
  if (timeline) showBars(c, timeline.bars);
}

/**
 * A link that starts a search.
 * @param {string} text @param {Parameters<typeof addressOfQuery>} query
 */
function searchLink(text, ...query) {
  const a = el('a', 'op', text);
  a.href = addressOfQuery(...query);
  return a;
}

// The module as a whole.
function showOverview() {
  const {summary} = module;
  const {parameter_count: parameters = 0} = summary;
  add(
      el('p', 'quiet',
         `${plural(parameters, 'parameter')}, ${bytes(summary.parameter_bytes ?? 0)}; result ${
             bytes(summary.result_bytes ?? 0)}; ${plural(summary.replica_count, 'replica')} × ${
             plural(summary.num_partitions, 'partition')}`));
  addList(
      'Collectives', summary.collectives ?? [],
      (each) =>
          [searchLink(each.kind, 'opcode', `^${each.kind}`, true),
           el('span', 'quiet',
              ` ${count(each.count)}${
                  each.async_count > 0 ? `, ${count(each.async_count)} asynchronous` :
                                         ''}: ${bytes(each.operand_bytes)}${
                  each.moved_bytes === undefined ? '' : `, moves ${bytes(each.moved_bytes)}`}`)]);
  addList(
      'Opcodes', opcodes,
      ([opcode,
        n]) => [searchLink(opcode, 'opcode', opcode), el('span', 'quiet number', ` ${count(n)}`)],
      FEW_ITEMS);
  addList(
      'Custom calls', summary.custom_calls ?? [],
      ({target, count: n}) =>
          [searchLink(target, 'all', `custom_call_target="${target.replace(/\.\.\.$/, '')}`),
           el('span', 'quiet number', ` ${count(n)}`)]);
  addList(
      'Copies that change a layout',
      computations.flatMap(({relayouts = []}, c) => relayouts.map((r) => ({c, r}))),
      ({c, r}) => typedLink(c)(r), FEW_ITEMS);
  if (summary.rematerialized) {
    const {count: n, accessed_bytes: accessed} = summary.rematerialized;
    add(section(
        'Rematerialized',
        el('p', 'quiet', searchLink(plural(n, 'instruction'), 'name', '\\.remat\\d*(\\.|$)', true),
           `, ${bytes(accessed)} accessed`)));
  }
  /** @type {{c: number, r: number, size: number}[]} */
  const values = [];
  /** @type {{c: number, r: number}[]} */
  const loops = [];
  computations.forEach(({rows}, c) => rows.forEach((row, r) => {
    const size = shapeText(row, false).startsWith('(') ? 0 : bytesMade(c, row);
    if (size > 0) values.push({c, r, size});
    if (row[OPCODE] === 'while') loops.push({c, r});
  }));
  values.sort((a, b) => b.size - a.size);
  addList(
      'Largest values', values,
      ({c, r, size}) => [el('span', 'number', `${bytes(size)} `), ...typedLink(c)(r)], FEW_ITEMS);
  addList('Loops', loops, ({c, r}) => {
    const trips = computations[c].trips?.find(([loop]) => loop === r)?.[1];
    return [
      writer.link(c, r),
      el('span', 'quiet', trips === undefined ? ' trip count unknown' : ` ${plural(trips, 'time')}`)
    ];
  }, FEW_ITEMS);
  add(section(
      'Header',
      el('details', '', el('summary', 'quiet', `${count(module.header.length)} characters`),
         el('p', 'mono', shorten(module.header)))));
}

// The rows with the most time of their own: of the whole module in the entry.
/** @param {number} c @param {ProfileData} profile */
function showSlowest(c, {unmatched}) {
  const isEntry = computations[c].entry;
  const times = computations.flatMap(
      (_, each) => isEntry || each === c ? timesOf(each).map((time) => ({each, time})) : []);
  times.sort((a, b) => b.time.own - a.time.own);
  addList(
      `Own time${ofRun}`, times,
      ({each, time}) =>
          [el('span', 'number', `${durationOfRun(time.own)} `), writer.link(each, time.row),
           el('span', 'quiet', ` ${share(time)}`)]);
  if (!isEntry) return;
  addList(
      'Measured, not in this module', unmatched,
      ([name, executions,
        ps]) => [`%${name} `, el('span', 'quiet', `${count(executions)} times, ${duration(ps)}`)]);
}

// Lists operations with the fewest instructions between start and done first.
/** @param {number} c @param {Bar[]} bars */
function showBars(c, bars) {
  addList(
      'Asynchronous operations', [...bars].sort((a, b) => a.between - b.between),
      (bar) =>
          [writer.link(c, bar.links[0].step),
           el('span', 'quiet',
              ` ${count(bar.begin)} to ${bar.done < 0 ? 'the end' : count(bar.end)}, `),
           bar.between === 0 ? el('b', '', 'nothing meanwhile') :
                               el('span', 'quiet', `${count(bar.between)} meanwhile`)]);
}

// ---- An instruction.

/** @param {number} c @param {number} r */
function showInstruction(c, r) {
  const row = computations[c].rows[r];
  const timeline = timelineOf(c);
  const physical = module.shapes[row[SHAPE]][3];
  const copy = el('button', '', 'Copy text');
  copy.addEventListener('click', () => copyText(lineText(lineOf(c, r)), copy));
  add(el('h2', '', row[NAME]),
      el('p', 'long', el('span', 'op mono', row[OPCODE]), ' ',
         el('span', 'type mono', shapeText(row, shown.layouts))),
      el('p', 'quiet', physical ? `in memory ${physical}, ` : '',
         computations[c].relayouts?.includes(r) ? 'a copy that changes the layout, ' : '',
         `${row[IS_ROOT] ? 'root, ' : ''}${timeline ? 'step' : 'number'} ${count(r)} of `,
         writer.link(c, null, 'mono')),
      el('div', 'actions', copy));
  showOrigin(c, r);
  showHistory(c, r);
  if (profile) showTime(c, r);
  addList(
      'Thunks', (computations[c].thunks ?? []).filter(([row]) => row === r),
      ([, ...thunk]) => thunkText({c, thunk: [-1, ...thunk]}));
  const trips = computations[c].trips?.find(([loop]) => loop === r);
  if (trips) add(el('p', 'quiet', `runs its body ${plural(trips[1], 'time')}`));
  const users = usersOf(c, r);
  addList('Operands', operandsOf(row), typedLink(c));
  add(section(`Users (${count(users.length)})`, listOf(users, typedLink(c))));
  const callees = calleesOf(row);
  if (callees.length > 0) add(section('Calls', listOf(callees, callLink)));
  const bar = barOfLink(c, r);
  if (bar) showBar(c, bar, timeline?.bars ?? []);
  if (timeline?.isReal) showBuffers(c, timeline.buffers.filter((buffer) => buffer.row === r));
  if (timeline) showAlive(c, r);
  showAttributes(c, row);
}

/** The scope and the line of the program. @param {number} c @param {number} r */
function showOrigin(c, r) {
  const {opName = '', stack = []} = originOf(module, c, r) ?? {};
  if (opName === '' && stack.length === 0) return;
  const scope = el('a', 'mono', opName);
  scope.href = addressOfQuery('source', opName);
  add(section('Source', el('p', 'long', scope), stackOf(stack)));
}

/** The passes that made and changed it, the last first. @param {number} c @param {number} r */
function showHistory(c, r) {
  const {events = [], stages = []} = module;
  const lines = [];
  for (let at = computations[c].events?.[r] ?? -1; at >= 0; at = events[at][3]) {
    const [, stage, text] = events[at];
    lines.push(el('p', 'event', el('span', 'quiet', stages[stage]), el('br'), text));
  }
  if (lines.length > 0) add(section('Passes, the last first', ...lines));
}

/** @param {number} c @param {Bar} bar @param {Bar[]} bars */
function showBar(c, bar, bars) {
  const updates = bar.links.filter(({step}) => step !== bar.start && step !== bar.done);
  const step = (/** @type {number} */ n) => stepLink(c, n);
  add(section('Asynchronous operation', table([
                ['start', bar.start < 0 ? 'not here' : step(bar.start)],
                ...updates.map((link) => ['update', step(link.step)]),
                ['done', bar.done < 0 ? 'not here' : step(bar.done)],
                ['meanwhile', plural(bar.between, 'instruction')],
                ['overlaps', plural(bar.overlapping, 'other')],
                ['result', bar.output < 0 ? 'not bound' : ['bound at ', step(bar.output)]],
                ...(bar.whyGeneric ? [['generic, since', bar.whyGeneric]] : []),
              ])));
  if (bar.operands.length > 0) {
    add(section(
        'Its operands',
        listOf(
            bar.operands,
            (operand) =>
                [writer.link(c, operand.row),
                 ` ${bytes(operand.bytes)}${operand.isOutput ? ', for the result' : ''}, bound at `,
                 step(operand.boundAt),
                 ...(operand.held > 0 ?
                         [
                           ', held ', el('b', '', plural(operand.held, 'step')),
                           ' longer than it is needed'
                         ] :
                         []),
    ])));
  }
  addList(
      'Overlaps',
      bars.filter((other) => other !== bar && other.begin <= bar.end && other.end >= bar.begin),
      (other) => [writer.link(c, other.links[0].step), stepsText(other.begin, other.end)]);
  const meanwhile = [];
  for (let row = bar.begin; row <= bar.end; ++row)
    if (!bar.idleSteps.has(row)) meanwhile.push(row);
  addList('Meanwhile', meanwhile, typedLink(c));
}

/** Time of the row, or of the fusion that it is part of. @param {number} c @param {number} r */
function showTime(c, r) {
  const time = timeOf(c, r);
  if (time) {
    return add(section('Measured', table([
                         [`time${ofRun}`, durationOfRun(time.total)],
                         ['own', `${durationOfRun(time.own)}, ${share(time)} of all`],
                         ['executions', count(time.executions)],
                         ['mean', duration(time.total / Math.max(1, time.executions))],
                         ['longest', duration(time.longest)],
                       ])));
  }
  const {fusion, callers} = computations[c];
  addList(
      'Measured in', fusion ? callers.filter(([caller, row]) => timeOf(caller, row)) : [],
      ([caller,
        row]) => [writer.link(caller, row), ` ${durationOfRun(timeOf(caller, row)?.total ?? 0)}`]);
}

/** Where the row's result is. @param {number} c @param {Buffer[]} buffers */
function showBuffers(c, buffers) {
  addList(
      'Buffers', buffers,
      (buffer) =>
          [`${bufferName(c, buffer)} ${bytes(buffer.size)} at ${count(buffer.offset)} in ${
               allocationName(buffer.allocation)}`,
           stepsText(buffer.begin, buffer.end),
           ...(buffer.places ? [el('span', 'quiet', `, also ${buffer.places}`)] : []),
  ]);
}

/** @param {{c: number, thunk: ThunkData}} one @returns {Content} */
const thunkText = ({c, thunk: [row, , id, depth, kind, details]}) =>
    ['\u2003'.repeat(depth), el('span', 'number', `${id} `), `${kind} `,
     ...(row < 0 ? [] : [writer.link(c, row), ' ']), el('span', 'quiet', details)];

// Those of a module are in the order of the sequence, a row's without links to it.
function allThunks() {
  const all = computations.flatMap(({thunks = []}, c) => thunks.map((thunk) => ({c, thunk})));
  all.push(...(module.other_thunks ?? []).map((thunk) => ({c: -1, thunk})));
  return all.sort((a, b) => a.thunk[1] - b.thunk[1]);
}

/** The largest buffers alive at a step. @param {number} c @param {number} step */
function showAlive(c, step) {
  const timeline = timelineOf(c);
  if (!timeline) return;
  const alive = timeline.buffers.filter(({begin, end}) => begin <= step && step <= end);
  const title = `Alive here (${timeline.isReal ? '' : 'estimate: '}${bytes(timeline.alive[step])})`;
  add(section(title, listOf(alive.sort((a, b) => b.size - a.size), (buffer) => {
                const a = el('a', '', bufferName(c, buffer));
                const line = lineOfBuffer(c, buffer);
                if (line >= 0) a.href = addressOf(line);
                return [a, ` ${bytes(buffer.size)}`, stepsText(buffer.begin, buffer.end)];
              })));
}

/** @param {number} c @param {Row} row */
function showAttributes(c, row) {
  const attributes = piecesOf(row).filter(isAttribute);
  if (attributes.length === 0) return;
  add(section('Attributes', table(attributes.map(([name, ...parts]) => {
                const value = el('div', 'long mono');
                if (typeof parts[0] === 'string') parts[0] = parts[0].replace(/^=/, '');
                for (const part of parts) writer.appendPiece(value, c, part, {isFull: true});
                if ((value.textContent ?? '').length > 150) value.tabIndex = 0;  // it scrolls
                return [name.replace(/^, /, ''), value];
              }))));
}

/** @param {string} text @param {HTMLElement} button */
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'The browser refuses';
  }
  setTimeout(() => {
    button.textContent = 'Copy text';
  }, 1200);
}
