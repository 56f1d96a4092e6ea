// The details of the selected line: text, operands, users, calls, bytes, and its asynchronous
// operation.
const MOST_ITEMS = 100;  // of a list, until the reader asks for more

const addDetails = (...children) => $('details').append(...children);
const section = (title, ...children) => addDetails(el('h2', '', title), ...children);

// A section of a list and its length, unless it is empty.
function listSection(title, items, render) {
  if (items.length > 0) section(`${title} (${count(items.length)})`, linkList(items, render));
}

// A list of links; shows the first hundred at first.
function linkList(items, render) {
  const list = el('ul');
  const append = (from) => {
    items.slice(from, from + MOST_ITEMS)
        .forEach((item) => list.append(el('li', '', ...render(item))));
    if (items.length <= from + MOST_ITEMS) return;
    const more = el('button', 'plain more', `${count(items.length - from - MOST_ITEMS)} more`);
    more.addEventListener('click', () => {
      more.remove();
      append(from + MOST_ITEMS);
    });
    list.append(more);
  };
  append(0);
  return list;
}

const stepsText = (begin, end) => el('span', 'quiet', ` ${count(begin)} to ${count(end)}`);
const typedLink = (c) => (r) =>
    [rowLink(c, r), ' ',
     el('span', 'type', shorten(shapeText(computations[c].rows[r][SHAPE], false)))];
const callLink =
    (c) => [computationLink(c), ' ', el('span', 'quiet', count(computations[c].rows.length))];

function table(rows) {
  const body = el('table');
  for (const [key, ...value] of rows) {
    body.append(el('tr', '', el('th', '', key), el('td', '', ...value)));
  }
  return body;
}

function showDetails() {
  $('details').replaceChildren();
  $('details').scrollTop = 0;
  if (selected < 0) return;
  const c = lineComputation[selected];
  if (lineRow[selected] >= 0)
    showInstruction(c, lineRow[selected]);
  else
    showComputation(c);
}

function showComputation(c) {
  const computation = computations[c];
  const what = computation.entry ? 'entry computation' :
      computation.fusion         ? 'fused computation' :
                                   'computation';
  addDetails(
      el('h3', '', computation.name),
      el('p', 'quiet', `${what}, ${plural(computation.rows.length, 'instruction')}`));
  if (computation.timeline) {
    const [most, step] = computation.timeline.peak;
    addDetails(el(
        'p', 'quiet',
        `at most ${bytes(most)} alive${computation.timeline.real ? '' : ' (estimate)'}, at step `,
        link(count(step), '', lineOf(c, step))));
  }
  if (assignment && computation.entry) section('Memory', table(memoryRows()));
  if (profile) showSlowest(c);
  if (computation.entry) section('Module', el('p', 'mono', shorten(data.header)));
  listSection(
      'Called by', computation.callers,
      ([caller, r]) => [rowLink(caller, r), ' in ', ...callLink(caller)]);
  if (computation.callees.length > 0) section('Calls', linkList(computation.callees, callLink));
  if (computation.timeline) showBars(c, computation.timeline.bars);
}

// The rows with the most time of their own: of the whole module in the entry.
function showSlowest(c) {
  const isEntry = computations[c].entry;
  if (isEntry) section('Profile', el('p', 'quiet', profileFacts()));
  const times = computations.flatMap(
      (_, each) => isEntry || each === c ? timesOf(each).map((time) => [each, time]) : []);
  times.sort(([, a], [, b]) => b.own - a.own);
  listSection(
      profile.runs > 0 ? 'Own time per run' : 'Own time', times,
      ([each, time]) =>
          [el('span', 'number', `${duration(perRun(time.own))} `), rowLink(each, time.row),
           el('span', 'quiet', ` ${percent(share(time))}`)]);
  if (!isEntry) return;
  listSection(
      'Measured, not in this module', profile.unmatched,
      ([
        name, executions, total
      ]) => [`%${name} `, el('span', 'quiet', `${count(executions)} times, ${duration(total)}`)]);
}

// Lists operations with the fewest instructions between start and done first.
function showBars(c, bars) {
  listSection(
      'Asynchronous operations', [...bars].sort((a, b) => a.between - b.between),
      (bar) =>
          [rowLink(c, bar.start),
           el('span', 'quiet',
              ` ${count(bar.begin)} to ${bar.done < 0 ? 'the end' : count(bar.end)}, `),
           bar.between === 0 ? el('b', '', 'nothing meanwhile') :
                               el('span', 'quiet', `${count(bar.between)} meanwhile`),
  ]);
}

function showInstruction(c, r) {
  const computation = computations[c];
  const row = computation.rows[r];
  addDetails(
      el('h3', '', row[NAME]),
      el('p', 'long', el('span', 'op mono', row[OPCODE]), ' ',
         el('span', 'type mono', shapeText(row[SHAPE], show.layouts))),
      el('p', 'quiet',
         `${row[IS_ROOT] ? 'root, ' : ''}${computation.timeline ? 'step' : 'number'} ${
             count(r)} of `,
         computationLink(c, 'mono')));
  const copy = el('button', '', 'Copy text');
  copy.addEventListener('click', () => copyText(lineText(lineOf(c, r)), copy));
  addDetails(el('div', 'actions', copy));
  if (profile) showTime(c, r);
  const users = usersOf(c, r);
  listSection('Operands', operandsOf(row), typedLink(c));
  section(`Users (${count(users.length)})`, linkList(users, typedLink(c)));
  const callees = calleesOf(row);
  if (callees.length > 0) section('Calls', linkList(callees, callLink));
  const bar = barOfLink(c, r);
  if (bar) showBar(c, bar);
  if (computation.timeline?.real) showBuffers(c, r);
  if (computation.timeline) showAlive(c, r);
  showAttributes(c, row);
}

function showBar(c, bar) {
  const step = (n) => link(count(n), 'number', lineOf(c, n));
  section('Asynchronous operation', table([
            ['start', step(bar.start)],
            ...bar.links.filter((l) => l.step !== bar.start && l.step !== bar.done)
                .map((l) => ['update', step(l.step)]),
            ['done', bar.done < 0 ? 'not here' : step(bar.done)],
            ['meanwhile', plural(bar.between, 'instruction')],
            ['overlaps', plural(bar.overlapping, 'other')],
            ['result', ...(bar.output < 0 ? ['not bound'] : ['bound at ', step(bar.output)])],
          ]));
  if (bar.operands.length > 0)
    section(
        'Its operands',
        linkList(
            bar.operands,
            (operand) =>
                [rowLink(c, operand.row),
                 ` ${bytes(operand.bytes)}${operand.isOutput ? ', for the result' : ''}, bound at `,
                 step(operand.boundAt),
                 ...(operand.held > 0 ?
                         [
                           ', held ', el('b', '', plural(operand.held, 'step')),
                           ' longer than it is needed'
                         ] :
                         []),
    ]));
  listSection(
      'Overlaps',
      computations[c].timeline.bars.filter(
          (other) => other !== bar && other.begin <= bar.end && other.end >= bar.begin),
      (other) => [rowLink(c, other.start), stepsText(other.begin, other.end)]);
  const meanwhile = [];
  for (let row = bar.begin; row <= bar.end; ++row)
    if (!bar.linkSteps.has(row)) meanwhile.push(row);
  listSection('Meanwhile', meanwhile, typedLink(c));
}

// Time of the row, or of the fusion that it is part of.
function showTime(c, r) {
  const time = timeOf(c, r);
  if (time) {
    return section('Measured', table([
                     [profile.runs > 0 ? 'time per run' : 'time', duration(perRun(time.total))],
                     ['own', `${duration(perRun(time.own))}, ${percent(share(time))} of all`],
                     ['executions', count(time.executions)],
                     ['mean', duration(time.total / Math.max(1, time.executions))],
                     ['longest', duration(time.longest)],
                   ]));
  }
  if (!computations[c].fusion) return;
  const fusions = computations[c].callers.filter(([caller, row]) => timeOf(caller, row));
  listSection(
      'Measured in', fusions,
      ([caller, row]) => [rowLink(caller, row), ` ${duration(perRun(timeOf(caller, row).total))}`]);
}

// Where the row's result is.
function showBuffers(c, r) {
  listSection(
      'Buffers', computations[c].timeline.buffers.filter((buffer) => buffer.row === r),
      (buffer) =>
          [`${bufferName(c, buffer)} ${bytes(buffer.size)} at ${count(buffer.offset)} in ${
               allocationName(buffer.allocation)}`,
           stepsText(buffer.begin, buffer.end)]);
}

// The largest buffers alive at a step.
function showAlive(c, step) {
  const {alive, buffers, real} = computations[c].timeline;
  const largest = buffers.filter(({begin, end}) => begin <= step && step <= end)
                      .sort((a, b) => b.size - a.size);
  section(
      `Alive here (${real ? '' : 'estimate: '}${bytes(alive[step])})`,
      linkList(
          largest,
          (buffer) =>
              [bufferLink(c, buffer), ` ${bytes(buffer.size)}`,
               stepsText(buffer.begin, buffer.end)]));
}

function showAttributes(c, row) {
  const attributes = row.slice(PIECES).filter(isAttribute);
  if (attributes.length === 0) return;
  const valueOf = (pieces) => {
    const value = el('div', 'long mono');
    pieces.forEach((piece, i) => {
      const text = typeof piece === 'string' && i === 0 ? piece.replace(/^=/, '') : piece;
      appendPiece(value, c, text, '');
    });
    return value;
  };
  section(
      'Attributes',
      table(attributes.map(([name, ...pieces]) => [name.replace(/^, /, ''), valueOf(pieces)])));
}

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
