// The timeline of the current computation, on a canvas: bytes alive by step; with an assignment the
// map of memory; with a profile the time of each step; the asynchronous operations in lanes, and
// how long the operands of one of them live.
const CHART = 78, TIMES = 28, LANE = 13, LIFETIME = 6, MOST_SHOWN_LANES = 10, MOST_LIFETIMES = 5,
      AXIS = 16;
const PAD = 12;
const timelineView = {
  c: -1,
  from: 0,
  to: 1,
  hover: null,
  bar: null,
  buffer: null
};
const canvas = $('timeline-canvas');

const timelineOf = (c) => c >= 0 ? computations[c].timeline : null;
const shownLanes = () => Math.min(MOST_SHOWN_LANES, timelineOf(timelineView.c).lanes);
const stepCount = () => computations[timelineView.c].rows.length;
const span = () => timelineView.to - timelineView.from;
const chartWidth = () => canvas.clientWidth - 2 * PAD;
const xOf = (step) => PAD + (step - timelineView.from) / span() * chartWidth();
const stepAt = (x) => timelineView.from + (x - PAD) / chartWidth() * span();
// The same as a step that there is.
const wholeStepAt = (x) => Math.min(stepCount() - 1, Math.max(0, Math.floor(stepAt(x))));
// The parts from top to bottom: chart, axis, map, times, lanes.
const mapTop = () => CHART + AXIS + CAPTION;
const mapEnd = () => timelineOf(timelineView.c).real ? mapTop() + MAP + 3 : CHART + AXIS;
const timesTop = () => mapEnd() + CAPTION;
const timesEnd = () => hasTimes(timelineView.c) ? timesTop() + TIMES + 3 : mapEnd();
const laneTop = (lane) => timesEnd() + lane * LANE;

// Shows the timeline of computation `c`, or why it has none.
function showTimeline(c) {
  const timeline = timelineOf(c);
  const isWanted = $('timeline-button').getAttribute('aria-pressed') === 'true';
  $('timeline').hidden = !isWanted;
  $('timeline').dataset.bars = timeline ? timeline.bars.length : 0;
  for (const id of ['timeline-facts', 'legend', 'timeline-canvas']) $(id).hidden = !timeline;
  $('no-timeline').hidden = Boolean(timeline);
  $('no-timeline').textContent = data.scheduled ?
      'A fused computation has none: it is one step of its caller.' :
      'This module has none, because it is not scheduled: its instructions have no order in time. ' +
          'Open a dump from after scheduling, such as XLA\'s *after_optimizations.txt: its first ' +
          'line has is_scheduled=true.';
  if (!isWanted || !timeline) return;
  if (timelineView.c !== c) {
    Object.assign(
        timelineView,
        {c, from: 0, to: computations[c].rows.length, hover: null, bar: null, buffer: null});
    describeTimeline(c, timeline);
  }
  bringIntoTimeline(selected - computations[c].first);
  const lifetimes = timeline.bars.length > 0 ? MOST_LIFETIMES * LIFETIME + 4 : 0;
  canvas.style.height = `${laneTop(shownLanes()) + lifetimes + 4}px`;
  drawTimeline();
}

// Moves the timeline to `step` unless it is visible.
function bringIntoTimeline(step) {
  if (step < 0 || (step >= timelineView.from && step < timelineView.to)) return;
  setTimelineRange(step - span() / 2, span());
}
// `size` steps from `from` on, or as near as possible.
function setTimelineRange(from, size) {
  timelineView.from = Math.min(Math.max(0, from), Math.max(0, stepCount() - size));
  timelineView.to = timelineView.from + size;
}

function describeTimeline(c, timeline) {
  const bars = timeline.bars;
  const inFlight = Math.max(0, timeline.lanes);
  $('timeline-facts').textContent =
      `${computations[c].name}: ${plural(computations[c].rows.length, 'step')}, ${
          timeline.real ?
              '' :
              'estimated '}peak ${bytes(timeline.peak[0])} at step ${count(timeline.peak[1])}` +
      (timeline.real ? ` of ${bytes(assignment.total)} allocated` : '') +
      (bars.length > 0 ? `, ${plural(bars.length, 'asynchronous operation')}, up to ${
                             count(inFlight)} at a time` :
                         '') +
      (timeline.lanes > MOST_SHOWN_LANES ? ` (${MOST_SHOWN_LANES} lanes shown)` : '');
  $('legend').replaceChildren(
      ...memoryLegend(c, timeline), ...seriesLegend(bars), ...markLegend(bars));
}

// What the chart, the map and the times have.
function memoryLegend(c, timeline) {
  const legend = [el('span', '', el('i', 'alive'), timeline.real ? 'alive' : 'alive (estimate)')];
  const kinds = timeline.real ?
      KINDS.filter((kind) => timeline.buffers.some((b) => kindOf(b.allocation) === kind)) :
      [];
  for (const [kind, variable] of kinds) {
    const swatch = el('i');
    swatch.style.background = `var(${variable})`;
    legend.push(el('span', '', swatch, kind));
  }
  if (hasTimes(c)) legend.push(el('span', '', el('i', 'time'), 'time'));
  return legend;
}

function seriesLegend(bars) {
  const used = [...new Set(bars.map((bar) => bar.series))].sort();
  return used.map((series) => {
    const swatch = el('i');
    swatch.style.background = `var(--series-${series})`;
    return el('span', '', swatch, SERIES[series][0]);
  });
}

// The marks that there are.
function markLegend(bars) {
  const hasLink = (test) => bars.some((bar) => bar.links.some(test));
  const hasOperand = (test) => bars.some((bar) => bar.operands.some(test));
  const marks = [
    ['peak', 'peak', true],
    ['link operands', 'binds operands', hasLink(({bound}) => bound > 0)],
    ['link result', 'binds the result', hasLink(({bindsOutput}) => bindsOutput)],
    ['link', 'another link', hasLink(({bound, bindsOutput}) => bound === 0 && !bindsOutput)],
    ['needed', 'operand needed', hasOperand(() => true)],
    ['held', 'held longer', hasOperand(({held}) => held > 0)],
  ];
  const used = marks.filter(([, , isUsed]) => isUsed);
  return used.map(([className, text]) => el('span', '', el('i', className), text));
}

// The bar of the selected line, if the line is a link.
function selectedBar() {
  if (selected < 0 || lineRow[selected] < 0 || lineComputation[selected] !== timelineView.c)
    return null;
  return barOfLink(timelineView.c, lineRow[selected]);
}

function drawTimeline() {
  const timeline = timelineOf(timelineView.c);
  if (!timeline || $('timeline').hidden || canvas.hidden) return;
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  context.font = '11px ui-sans-serif, system-ui, sans-serif';
  drawSight(context);
  drawChart(context, timeline, width);
  if (timeline.real) {
    drawCaption(context, mapTop(), `memory by offset, ${bytes(timeline.mapBytes)}`);
    drawMap(context, timeline, mapTop(), width);
  }
  if (hasTimes(timelineView.c)) drawTimes(context, width);
  drawBars(context, timeline, width);
  const bar = timelineView.bar ?? selectedBar();
  if (bar) drawLifetimes(context, bar);
  if (timelineView.hover) {
    context.fillStyle = color('--ink');
    context.globalAlpha = .5;
    context.fillRect(timelineView.hover.x, 0, 1, height);
    context.globalAlpha = 1;
  }
}

// The steps of visible lines, and the selected step.
function drawSight(context) {
  const first = computations[timelineView.c].first;
  const height = laneTop(shownLanes());
  const from = Math.max(0, listing.firstInSight - first);
  const to = Math.min(stepCount(), listing.firstInSight + listing.inSight - first);
  if (to > from) {
    context.fillStyle = color('--hover');
    context.fillRect(xOf(from), 0, Math.max(2, xOf(to) - xOf(from)), height);
  }
  if (selected >= 0 && lineComputation[selected] === timelineView.c && lineRow[selected] >= 0) {
    context.fillStyle = color('--link');
    context.fillRect(xOf(lineRow[selected] + .5) - .75, 0, 1.5, height);
  }
}

// The maximum of bytes alive per pixel column.
function drawChart(context, timeline, width) {
  const {alive, peak} = timeline;
  const top = Math.max(1, peak[0]);
  const y = (value) => 14 + (CHART - 14) * (1 - value / top);
  context.beginPath();
  context.moveTo(PAD, CHART);
  for (let x = PAD; x < width - PAD; ++x) {
    const begin = Math.max(0, Math.floor(stepAt(x)));
    const end = Math.min(alive.length, Math.max(begin + 1, Math.floor(stepAt(x + 1))));
    let most = 0;
    for (let step = begin; step < end; ++step)
      if (alive[step] > most) most = alive[step];
    context.lineTo(x, y(most));
    context.lineTo(x + 1, y(most));
  }
  context.lineTo(width - PAD, CHART);
  context.globalAlpha = .25;
  context.fillStyle = color('--series-0');
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = color('--series-0');
  context.stroke();
  context.fillStyle = color('--line');
  context.fillRect(PAD, CHART, width - 2 * PAD, 1);
  drawAxis(context, width);
  const x = xOf(peak[1] + .5);
  if (x < PAD || x > width - PAD) return;
  context.fillStyle = color('--quiet');
  const label = bytes(peak[0]);
  const room = context.measureText(label).width + 6;
  context.fillText(label, x + room > width - PAD ? x - room : x + 6, 11);
  context.fillStyle = color('--bad');
  context.fillRect(x - 2, y(peak[0]) - 2, 4, 4);
}

function drawCaption(context, top, text) {
  context.fillStyle = color('--quiet');
  context.fillText(text, PAD, top - 4);
}

// The time of each step, callees included; of several in a pixel the longest shows.
function drawTimes(context, width) {
  const c = timelineView.c;
  const most = largest(timesOf(c), 1, (time) => time.total);
  drawCaption(
      context, timesTop(),
      `time${profile.runs > 0 ? ' per run' : ''}, at most ${duration(perRun(most))}`);
  context.fillStyle = color('--line');
  context.fillRect(PAD, timesTop() + TIMES, width - 2 * PAD, 1);
  context.fillStyle = color('--series-1');
  for (const {row, total} of timesOf(c)) {
    const left = Math.max(PAD, xOf(row)), right = Math.min(width - PAD, xOf(row + 1));
    const high = Math.max(.5, TIMES * total / most);
    if (right > left)
      context.fillRect(left, timesTop() + TIMES - high, Math.max(1, right - left - 1), high);
  }
}

function drawAxis(context, width) {
  const rough = span() / Math.max(1, width / 90);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const every = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough));
  context.fillStyle = color('--faint');
  for (let step = Math.ceil(timelineView.from / every) * every; step < timelineView.to;
       step += every) {
    context.fillRect(xOf(step + .5), CHART, 1, 3);
    const x = xOf(step + .5) + 3;
    if (x + context.measureText(count(step)).width < width)
      context.fillText(count(step), x, CHART + 12);
  }
}

function drawBars(context, timeline, width) {
  const chosen = selectedBar();
  const ink = color('--ink'), paper = color('--panel');
  for (let lane = 0; lane < shownLanes(); ++lane) {
    const bars = timeline.byLane[lane];
    let drawnTo = -1;  // draw only one of several bars in a pixel
    for (let i = firstBarAt(bars, Math.floor(timelineView.from));
         i < bars.length && bars[i].begin < timelineView.to; ++i) {
      const bar = bars[i];
      const left = Math.max(0, xOf(bar.begin)), right = Math.min(width, xOf(bar.end + 1));
      const isMarked = bar === chosen || bar === timelineView.bar;
      if (right < drawnTo + .5 && !isMarked) continue;
      drawnTo = right;
      context.fillStyle = color(`--series-${bar.series}`);
      context.globalAlpha = isMarked ? 1 : .75;
      context.beginPath();
      context.roundRect(left, laneTop(lane) + 2, Math.max(1.5, right - left - 1), LANE - 4, 2);
      context.fill();
      context.globalAlpha = 1;
      if (isMarked) {
        context.strokeStyle = ink;
        context.stroke();
      }
      if (right - left > 8 * bar.links.length) drawLinks(context, bar, lane, paper);
    }
  }
}

// A dot marks a link that binds operands, a ring one that binds the result, a stroke any other.
function drawLinks(context, bar, lane, paper) {
  const y = laneTop(lane) + LANE / 2;
  context.fillStyle = context.strokeStyle = paper;
  for (const {step, bound, bindsOutput} of bar.links) {
    const x = xOf(step + .5);
    context.beginPath();
    if (bindsOutput) {
      context.arc(x, y, 3, 0, 7);
      context.stroke();
    }
    if (bound > 0) {
      context.beginPath();
      context.arc(x, y, 1.5, 0, 7);
      context.fill();
    } else if (!bindsOutput) {
      context.fillRect(x - .5, y - 3, 1, 6);
    }
  }
}

// Operands: --quiet while needed, --bad while the chain still holds them; a tick where they are
// bound.
function drawLifetimes(context, bar) {
  const ink = color('--quiet'), held = color('--bad');
  const top = laneTop(shownLanes()) + 5;
  bar.operands.slice(0, MOST_LIFETIMES).forEach((operand, i) => {
    const y = top + i * LIFETIME;
    context.fillStyle = ink;
    const begin = xOf(operand.row), until = xOf(operand.usedUntil + 1);
    context.fillRect(begin, y, Math.max(1, until - begin), 3);
    context.fillStyle = held;
    if (operand.held > 0) context.fillRect(until, y, Math.max(1, xOf(bar.end + 1) - until), 3);
    context.fillStyle = ink;
    context.fillRect(xOf(operand.boundAt + .5) - 1, y - 1, 2, 5);
  });
}

// ---- The pointer.
function barAt(x, y) {
  const lane = Math.floor((y - laneTop(0)) / LANE);
  if (lane < 0 || lane >= shownLanes()) return null;
  const bars = timelineOf(timelineView.c).byLane[lane];
  const slack = 2 / chartWidth() * span();
  const bar = bars[firstBarAt(bars, Math.floor(stepAt(x) - slack))];
  return bar && bar.begin <= stepAt(x) + slack ? bar : null;
}

function describeBar(c, bar) {
  const lines = [
    bar.title,
    `steps ${count(bar.begin)} to ${bar.done < 0 ? 'the end, not done here' : count(bar.end)}, ${
        plural(bar.between, 'instruction')} meanwhile`,
    `overlaps ${plural(bar.overlapping, 'other')}`
  ];
  for (const operand of bar.operands.slice(0, MOST_LIFETIMES)) {
    lines.push(
        `${computations[c].rows[operand.row][NAME]}  ${bytes(operand.bytes)}, bound at ${
            count(operand.boundAt)}` +
        (operand.held > 0 ? `, held ${plural(operand.held, 'step')} longer than it is needed` :
                            ''));
  }
  return lines.join('\n');
}

function describeStep(c, step) {
  const row = computations[c].rows[step];
  const timeline = computations[c].timeline;
  const inFlight = barsAt(c, step, timeline.lanes).length;
  const time = timeOf(c, step);
  return `${count(step)}  ${row[NAME]}  ${row[OPCODE]}\n${bytes(timeline.alive[step])} alive${
             timeline.real ? '' : ' (estimate)'}` +
      (inFlight > 0 ? `, ${count(inFlight)} in flight` : '') +
      (time ? `\n${describeTime(time)}` : '');
}

function zoomTimeline(x, factor) {
  const at = stepAt(x);
  const size = Math.min(stepCount(), Math.max(8, span() * factor));
  moveTimeline(at - (at - timelineView.from) / span() * size, size);
}
function moveTimeline(from, size) {
  setTimelineRange(from, size);
  drawTimeline();
}

let drag = null;
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  zoomTimeline(event.offsetX, Math.exp(event.deltaY / 400));
}, {passive: false});
canvas.addEventListener('dblclick', () => moveTimeline(0, stepCount()));
canvas.addEventListener('pointerdown', (event) => {
  drag = {x: event.offsetX, from: timelineView.from, moved: false};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointerup', (event) => {
  if (drag && !drag.moved) clickTimeline(event.offsetX, event.offsetY);
  drag = null;
});
canvas.addEventListener('pointermove', (event) => {
  const {offsetX: x, offsetY: y} = event;
  if (drag && (drag.moved || Math.abs(x - drag.x) > 3)) {
    drag.moved = true;
    moveTimeline(drag.from - (x - drag.x) / chartWidth() * span(), span());
    return;
  }
  const c = timelineView.c;
  timelineView.hover = {x};
  timelineView.bar = barAt(x, y);
  timelineView.buffer = timelineOf(c).real ? bufferAt(timelineOf(c), mapTop(), x, y) : null;
  const tooltip = $('tooltip');
  tooltip.textContent = timelineView.bar ? describeBar(c, timelineView.bar) :
      timelineView.buffer                ? describeBuffer(c, timelineView.buffer) :
                                           describeStep(c, wholeStepAt(x));
  tooltip.hidden = false;
  tooltip.style.left =
      `${Math.max(4, Math.min(event.clientX + 14, innerWidth - tooltip.offsetWidth - 8))}px`;
  tooltip.style.top = `${canvas.getBoundingClientRect().top - tooltip.offsetHeight - 30}px`;
  drawTimeline();
});
canvas.addEventListener('pointerleave', () => {
  timelineView.hover = timelineView.bar = timelineView.buffer = null;
  $('tooltip').hidden = true;
  drawTimeline();
});

function clickTimeline(x, y) {
  const {c} = timelineView;
  const buffer = timelineOf(c).real ? bufferAt(timelineOf(c), mapTop(), x, y) : null;
  const line = buffer ? lineOfBuffer(c, buffer) : -1;
  jump(line >= 0 ? line : lineOf(c, barAt(x, y)?.start ?? wholeStepAt(x)));
}

new ResizeObserver(drawTimeline).observe(canvas);
document.addEventListener('themechange', drawTimeline);
$('listing').addEventListener('draw', drawTimeline);
