// The panel of the timeline: the computation's facts, the legend, the picture, and the pointer.
import {computations, lineOf, module} from './module_model.js';
import {barAt, bufferAt, canvas, chartWidth, drawTimeline, layout, MOST_LIFETIMES, pictureOf, shownLanes, span, stepAt, stepCount, view, xOf} from './module_picture.js';
import {allocationName, assignment, barOfLink, barsAt, bufferName, colorOfSpace, kindOf, KINDS, lineOfBuffer, SERIES, timelineOf} from './module_schedule.js';
import {goNear, jump, selectedRow} from './module_selection.js';
import {describeTime, hasTimes, timeOf} from './module_times.js';
import {$, bytes, count, el, isPressed, plural} from './page.js';
import {NAME, OPCODE} from './rows.js';
/** @import {Bar, Buffer, Timeline} from './module_schedule.js' */

/** Shows the timeline of computation `c`, or why there is none. @param {number} c */
export function showTimeline(c) {
  const timeline = timelineOf(c);
  const isWanted = isPressed($('timeline-button'));
  $('timeline').hidden = !isWanted;
  $('timeline').dataset.bars = String(timeline?.bars.length ?? 0);
  for (const id of ['timeline-facts', 'save-picture', 'legend', 'timeline-canvas'])
    $(id).hidden = !timeline;
  $('no-timeline').hidden = timeline !== null;
  $('no-timeline').textContent = module.scheduled ?
      'A fused computation has no timeline: it is one step of its caller.' :
      'This module has no timeline, because it is not scheduled: its instructions have no order in ' +
          'time. Open a dump from after scheduling, such as XLA\'s *after_optimizations.txt: its ' +
          'first line has is_scheduled=true.';
  if (!isWanted || !timeline) return;
  if (view.c !== c) {
    const to = computations[c].rows.length;
    Object.assign(view, {c, timeline, from: 0, to, hover: null, bar: null, buffer: null});
    describeTimeline(c, timeline);
  }
  const step = selectedRow(c);
  if (step >= 0 && (step < view.from || step >= view.to)) setRange(step - span() / 2, span());
  canvas.style.height = `${layout(timeline).height}px`;
  canvas.ariaValueMax = String(stepCount() - 1);
  canvas.ariaValueNow = String(Math.max(0, step));
  canvas.ariaValueText = describePlace(c, timeline, Math.max(0, step));
  drawTimeline();
}

// Shows `size` steps from `from` on, or as near as possible.
/** @param {number} from @param {number} size */
function setRange(from, size) {
  view.from = Math.min(Math.max(0, from), Math.max(0, stepCount() - size));
  view.to = view.from + size;
}

// ---- Words.

/** @param {number} c @param {Timeline} timeline */
function describeTimeline(c, timeline) {
  const {bars, isReal, estimate, lanes, memory, peak: [most, step], spaces} = timeline;
  const {name, rows} = computations[c];
  const facts = [`${name}: ${plural(rows.length, 'step')}`];
  facts.push(`${isReal ? '' : 'estimated '}peak ${isReal ? '' : 'without callees '}${
      memory && `${memory} `}${bytes(most)} at step ${
      count(step)}${isReal && assignment ? ` of ${bytes(assignment.total)} allocated${
          spaces.length > 0 ? ' in all memories' : ''}` : ''}`);
  if (isReal && estimate !== undefined && bytes(estimate) !== bytes(most))
    facts.push(`estimate from the text ${bytes(estimate)}`);
  for (const [name, size, at] of spaces) facts.push(`${name} ${bytes(size)} at ${count(at)}`);
  if (bars.length > 0)
    facts.push(plural(bars.length, 'asynchronous operation'), `up to ${count(lanes)} at a time`);
  const left = lanes - shownLanes(timeline);
  $('timeline-facts').textContent =
      facts.join(', ') + (left > 0 ? ` (${shownLanes(timeline)} lanes shown)` : '');
  $('legend').replaceChildren(
      ...memoryLegend(c, timeline), ...seriesLegend(bars), ...markLegend(bars));
}

// A swatch of a class or of a colour, and its meaning.
/** @param {string} text @param {string} className @param {string} [variable] */
function swatch(text, className, variable) {
  const mark = el('i', className);
  if (variable) mark.style.background = `var(${variable})`;
  return el('span', '', mark, text);
}

/** The chart, the map and the times. @param {number} c @param {Timeline} timeline */
function memoryLegend(c, {isReal, buffers, memory, spaces}) {
  const kinds = new Set(isReal ? buffers.map((buffer) => kindOf(buffer.allocation)) : []);
  return [
    swatch(`${memory} alive${isReal ? '' : ' (estimate)'}`.trim(), 'alive'),
    ...spaces.map(([name], i) => swatch(name, '', colorOfSpace(i))),
    ...KINDS.filter((_, i) => kinds.has(i)).map(([kind, variable]) => swatch(kind, '', variable)),
    ...(hasTimes(c) ? [swatch('time', 'time')] : []),
  ];
}

/** @param {Bar[]} bars */
function seriesLegend(bars) {
  const used = new Set(bars.map((bar) => bar.series));
  return [...used].sort().map((series) => swatch(SERIES[series][0], '', `--series-${series}`));
}

/** The marks that there are. @param {Bar[]} bars */
function markLegend(bars) {
  const links = bars.flatMap((bar) => bar.links);
  const operands = bars.flatMap((bar) => bar.operands);
  /** @type {[string, string, boolean][]} */
  const marks = [
    ['peak', 'peak', true],
    ['link operands', 'binds operands', links.some(({bound}) => bound > 0)],
    ['link result', 'binds the result', links.some(({bindsOutput}) => bindsOutput)],
    ['link', 'another link', links.some(({bound, bindsOutput}) => bound === 0 && !bindsOutput)],
    ['needed', 'operand needed', operands.length > 0],
    ['held', 'held longer', operands.some(({held}) => held > 0)],
  ];
  return marks.filter(([, , isUsed]) => isUsed).map(([className, text]) => swatch(text, className));
}

/** @param {number} c @param {Bar} bar */
function describeBar(c, bar) {
  const lines = [
    bar.title,
    `steps ${count(bar.begin)} to ${bar.done < 0 ? 'the end, not done here' : count(bar.end)}, ${
        plural(bar.between, 'instruction')} meanwhile`,
    `overlaps ${plural(bar.overlapping, 'other')}`,
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

/** @param {number} c @param {Buffer} buffer */
const describeBuffer = (c, buffer) =>
    `${bufferName(c, buffer)}  ${bytes(buffer.size)}\nsteps ${count(buffer.begin)} to ${
        count(buffer.end)}\noffset ${count(buffer.offset)} in ${allocationName(buffer.allocation)}`;

/** @param {number} c @param {Timeline} timeline @param {number} step */
function describeStep(c, timeline, step) {
  const row = computations[c].rows[step];
  const inFlight = barsAt(c, step, timeline.lanes).length;
  const time = timeOf(c, step);
  return `${count(step)}  ${row[NAME]}  ${row[OPCODE]}\n${bytes(timeline.alive[step])} alive${
             timeline.isReal ? '' : ' (estimate)'}` +
      (inFlight > 0 ? `, ${count(inFlight)} in flight` : '') +
      (time ? `\n${describeTime(time)}` : '');
}

// Saves the picture as a file, with the legend of colours that are not in marks.
$('save-picture').addEventListener('click', () => {
  if (!view.timeline) return;
  /** @type {[string, string][]} */
  const legend = [];
  for (const mark of $('legend').querySelectorAll('i:not(.link, .needed, .held)'))
    legend.push([mark.parentElement?.textContent ?? '', getComputedStyle(mark).backgroundColor]);
  const picture = pictureOf(view.timeline, $('timeline-facts').textContent ?? '', legend);
  const a = el('a');
  a.href = URL.createObjectURL(new Blob([picture], {type: 'image/svg+xml'}));
  a.download = `${computations[view.c].name.slice(1)}.svg`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href));
});

// A step, and the operation that it is a link of.
/** @param {number} c @param {Timeline} timeline @param {number} step */
function describePlace(c, timeline, step) {
  const bar = barOfLink(c, step);
  return describeStep(c, timeline, step) + (bar ? `\n\n${describeBar(c, bar)}` : '');
}

/** @param {string} text @param {number} x  in the canvas */
function showTooltip(text, x) {
  const tooltip = $('tooltip');
  const {left, top} = canvas.getBoundingClientRect();
  tooltip.textContent = text;
  tooltip.hidden = false;
  const most = innerWidth - tooltip.offsetWidth - 8;
  tooltip.style.left = `${Math.max(4, Math.min(left + x + 14, most))}px`;
  tooltip.style.top = `${top - tooltip.offsetHeight - 30}px`;
}
function hideTooltip() {
  $('tooltip').hidden = true;
}

// ---- The pointer and the keyboard.

/** @param {number} from @param {number} size */
function moveTo(from, size) {
  setRange(from, size);
  drawTimeline();
}
/** A step that there is. @param {number} x */
const wholeStepAt = (x) => Math.min(stepCount() - 1, Math.max(0, Math.floor(stepAt(x))));

/** @type {{x: number, from: number, moved: boolean} | null} */
let drag = null;
/** @param {number} at  a step that stays where it is @param {number} factor */
function zoom(at, factor) {
  const size = Math.min(stepCount(), Math.max(8, span() * factor));
  moveTo(at - (at - view.from) / span() * size, size);
}
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  zoom(stepAt(event.offsetX), Math.exp(event.deltaY / 400));
}, {passive: false});
canvas.addEventListener('dblclick', () => moveTo(0, stepCount()));
canvas.addEventListener('pointerdown', (event) => {
  drag = {x: event.offsetX, from: view.from, moved: false};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointerup', ({offsetX: x, offsetY: y}) => {
  const {c, timeline} = view;
  if (drag && !drag.moved && timeline) {
    const buffer = bufferAt(timeline, x, y);
    const line = buffer ? lineOfBuffer(c, buffer) : -1;
    jump(line >= 0 ? line : lineOf(c, barAt(timeline, x, y)?.links[0].step ?? wholeStepAt(x)));
  }
  drag = null;
});
canvas.addEventListener('pointermove', (event) => {
  const {offsetX: x, offsetY: y} = event;
  const {c, timeline} = view;
  if (!timeline) return;
  if (drag && (drag.moved || Math.abs(x - drag.x) > 3)) {
    drag.moved = true;
    return moveTo(drag.from - (x - drag.x) / chartWidth() * span(), span());
  }
  view.hover = x;
  view.bar = barAt(timeline, x, y);
  view.buffer = bufferAt(timeline, x, y);
  const text = view.bar ? describeBar(c, view.bar) :
      view.buffer       ? describeBuffer(c, view.buffer) :
                          describeStep(c, timeline, wholeStepAt(x));
  showTooltip(text, x);
  drawTimeline();
});
canvas.addEventListener('pointerleave', () => {
  Object.assign(view, {hover: null, bar: null, buffer: null});
  hideTooltip();
  drawTimeline();
});

const showSelected = () =>
    showTooltip(canvas.ariaValueText ?? '', xOf(Math.max(0, selectedRow(view.c)) + .5));
canvas.addEventListener('focus', () => {
  if (canvas.matches(':focus-visible')) showSelected();
});
canvas.addEventListener('blur', hideTooltip);
canvas.addEventListener('keydown', (event) => {
  const step = Math.max(0, selectedRow(view.c));
  const to = {
    ArrowLeft: step - 1,
    ArrowRight: step + 1,
    PageDown: step - Math.ceil(span() / 10),
    PageUp: step + Math.ceil(span() / 10),
    Home: 0,
    End: stepCount() - 1,
  }[event.key];
  const factor = {'+': .5, '-': 2}[event.key];
  if (to !== undefined)
    goNear(lineOf(view.c, Math.min(stepCount() - 1, Math.max(0, to))));
  else if (factor !== undefined)
    zoom(step, factor);
  else
    return;
  showSelected();
  event.preventDefault();
  event.stopPropagation();
});
