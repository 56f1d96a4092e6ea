// Draws the timeline of a computation on a canvas: bytes alive by step; with an assignment the map
// of memory; with a profile the time of each step; the asynchronous operations in lanes, and how
// long the operands of one of them live.
import {listing} from './module_listing.js';
import {computations} from './module_model.js';
import {barOfLink, colorOfSpace, firstBarAt, kindOf, KINDS} from './module_schedule.js';
import {selectedRow} from './module_selection.js';
import {durationOfRun, hasTimes, ofRun, timesOf} from './module_times.js';
import {$, bytes, color, count, el, largest, theme} from './page.js';
import {SvgContext} from './svg_context.js';
/** @import {Bar, Buffer, Timeline} from './module_schedule.js' */
/** @typedef {CanvasRenderingContext2D | SvgContext} Context */

// Heights, in pixels.
const CHART = 78;
const AXIS = 16;
const CAPTION = 14;
const MAP = 96;
const TIMES = 28;
const LANE = 13;
const LIFETIME = 6;
const TITLE = 28;
const LEGEND = 18;
const PAD = 12;  // at both sides
const MOST_SHOWN_LANES = 10;
export const MOST_LIFETIMES = 5;

export const canvas = /** @type {HTMLCanvasElement} */ ($('timeline-canvas'));

// The computation and its visible steps; what the pointer is at.
export const view = {
  c: -1,
  /** @type {Timeline | null} */
  timeline: null,
  from: 0,
  to: 1,
  /** @type {number | null} */
  hover: null,  // a position
  /** @type {Bar | null} */
  bar: null,
  /** @type {Buffer | null} */
  buffer: null,
};

// ---- Places.

export const stepCount = () => computations[view.c].rows.length;
export const span = () => view.to - view.from;
export const chartWidth = () => canvas.clientWidth - 2 * PAD;
/** @param {number} step */
export const xOf = (step) => PAD + (step - view.from) / span() * chartWidth();
/** @param {number} x */
export const stepAt = (x) => view.from + (x - PAD) / chartWidth() * span();
/** @param {Timeline} timeline */
export const shownLanes = ({lanes}) => Math.min(MOST_SHOWN_LANES, lanes);

// The tops of the parts below the chart and its axis, and the height of all.
/** @param {Timeline} timeline */
export function layout(timeline) {
  const map = CHART + AXIS + CAPTION;
  const mapEnd = timeline.isReal ? map + MAP + 3 : CHART + AXIS;
  const times = mapEnd + CAPTION;
  const lanes = hasTimes(view.c) ? times + TIMES + 3 : mapEnd;
  const lifetimes = lanes + shownLanes(timeline) * LANE;
  const height = lifetimes + (timeline.bars.length > 0 ? MOST_LIFETIMES * LIFETIME + 4 : 0) + 4;
  return {map, times, lanes, lifetimes, height};
}

/** @param {Timeline} timeline @param {number} x @param {number} y */
export function barAt(timeline, x, y) {
  const lane = Math.floor((y - layout(timeline).lanes) / LANE);
  if (lane < 0 || lane >= shownLanes(timeline)) return null;
  const bars = timeline.byLane[lane];
  const slack = 2 / chartWidth() * span();
  const bar = bars[firstBarAt(bars, Math.floor(stepAt(x) - slack))];
  return bar && bar.begin <= stepAt(x) + slack ? bar : null;
}

/**
 * Visits the buffers that the map shows.
 * @param {Timeline} timeline @param {number} mapTop
 * @param {(buffer: Buffer, left: number, top: number, right: number, bottom: number) => void} visit
 */
function forEachOnMap(timeline, mapTop, visit) {
  const most = PAD + chartWidth();
  const scale = MAP / Math.max(1, timeline.mapBytes);
  const origin = xOf(0), stepWidth = xOf(1) - origin;  // xOf() measures the canvas
  for (const buffer of timeline.buffers) {
    if (buffer.end < view.from || buffer.begin > view.to) continue;
    const base = timeline.baseOf.get(buffer.allocation) ?? 0;
    const top = mapTop + (base + buffer.offset) * scale;
    const left = Math.max(PAD, origin + buffer.begin * stepWidth);
    const right = Math.min(most, origin + (buffer.end + 1) * stepWidth);
    if (left < right) visit(buffer, left, top, right, top + buffer.size * scale);
  }
}

// The last of the buffers at a point: it is drawn on top.
/** @param {Timeline} timeline @param {number} x @param {number} y */
export function bufferAt(timeline, x, y) {
  /** @type {Buffer | null} */
  let found = null;
  if (!timeline.isReal) return found;
  forEachOnMap(timeline, layout(timeline).map, (buffer, left, top, right, bottom) => {
    if (x >= left && x <= right && y >= top && y <= bottom) found = buffer;
  });
  return /** @type {Buffer | null} */ (found);
}

// ---- Drawing.

export function drawTimeline() {
  const {timeline} = view;
  const context = canvas.getContext('2d');
  if (!timeline || !context || !canvas.checkVisibility()) return;
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  context.scale(ratio, ratio);
  context.font = '11px system-ui, sans-serif';
  drawSight(context, layout(timeline).lifetimes);
  draw(context, timeline, width);
  if (view.hover === null) return;
  context.fillStyle = color('--ink');
  context.globalAlpha = .5;
  context.fillRect(view.hover, 0, 1, height);
}

// The timeline as an SVG, with a title and a legend of words and their colours.
/** @param {Timeline} timeline @param {string} title @param {[string, string][]} legend */
export function pictureOf(timeline, title, legend) {
  const width = canvas.clientWidth, {height} = layout(timeline);
  const context = new SvgContext(-TITLE, width, TITLE + height + LEGEND);
  context.fillStyle = color('--panel');
  context.fillRect(0, -TITLE, width, TITLE + height + LEGEND);
  context.fillStyle = color('--ink');
  context.fillText(title, PAD, -TITLE / 2);
  draw(context, timeline, width);
  let x = PAD;
  for (const [text, fill] of legend) {
    context.fillStyle = fill;
    context.fillRect(x, height + 2, 9, 9);
    context.fillStyle = color('--quiet');
    context.fillText(text, x + 14, height + 10);
    x += context.measureText(text).width + 32;
  }
  return String(context);
}

/** @param {Context} context @param {Timeline} timeline @param {number} width */
function draw(context, timeline, width) {
  const tops = layout(timeline);
  drawChart(context, timeline, width);
  if (timeline.isReal) drawMap(context, timeline, tops.map, width);
  if (hasTimes(view.c)) drawTimes(context, tops.times, width);
  drawBars(context, timeline, tops.lanes, width);
  const bar = view.bar ?? barOfLink(view.c, selectedRow(view.c));
  if (bar) drawLifetimes(context, bar, tops.lifetimes + 5);
}
new ResizeObserver(drawTimeline).observe(canvas);
document.addEventListener('themechange', drawTimeline);
$('listing').addEventListener('draw', drawTimeline);

// The steps of visible lines, and the selected step.
/** @param {Context} context @param {number} height */
function drawSight(context, height) {
  const {first} = computations[view.c];
  const from = Math.max(0, listing.firstInSight - first);
  const to = Math.min(stepCount(), listing.firstInSight + listing.inSight - first);
  if (to > from) {
    context.fillStyle = color('--hover');
    context.fillRect(xOf(from), 0, Math.max(2, xOf(to) - xOf(from)), height);
  }
  const selected = selectedRow(view.c);
  if (selected < 0) return;
  context.fillStyle = color('--link');
  context.fillRect(xOf(selected + .5) - .75, 0, 1.5, height);
}

// A path along the most bytes alive in each pixel column.
/** @param {Context} context @param {number[]} alive @param {(value: number) => number} y @param {number} width */
function traceChart(context, alive, y, width) {
  context.beginPath();
  context.moveTo(PAD, CHART);
  let last = 0;
  for (let x = PAD; x < width - PAD; ++x) {
    const begin = Math.max(0, Math.floor(stepAt(x)));
    const end = Math.min(alive.length, Math.max(begin + 1, Math.floor(stepAt(x + 1))));
    let high = 0;
    for (let step = begin; step < end; ++step) high = Math.max(high, alive[step]);
    if (high === last) continue;
    context.lineTo(x, y(last));
    context.lineTo(x, y(high));
    last = high;
  }
  context.lineTo(width - PAD, y(last));
  context.lineTo(width - PAD, CHART);
}

// The bytes alive, and those in other memories.
/** @param {Context} context @param {Timeline} timeline @param {number} width */
function drawChart(context, {alive, peak: [most, peakStep], spaces}, width) {
  const top = largest(spaces, Math.max(1, most), ([, size]) => size);
  const y = (/** @type {number} */ value) => 14 + (CHART - 14) * (1 - value / top);
  traceChart(context, alive, y, width);
  context.globalAlpha = .25;
  context.fillStyle = color('--series-0');
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = color('--series-0');
  context.stroke();
  spaces.forEach(([, , , aliveThere], i) => {
    traceChart(context, aliveThere, y, width);
    context.strokeStyle = color(colorOfSpace(i));
    context.stroke();
  });
  context.fillStyle = color('--line');
  context.fillRect(PAD, CHART, width - 2 * PAD, 1);
  drawAxis(context, width);
  const x = xOf(peakStep + .5);
  if (x < PAD || x > width - PAD) return;
  context.fillStyle = color('--quiet');
  const label = bytes(most);
  const room = context.measureText(label).width + 6;
  context.fillText(label, x + room > width - PAD ? x - room : x + 6, y(most) - 3);
  context.fillStyle = color('--bad');
  context.fillRect(x - 2, y(most) - 2, 4, 4);
}

/** @param {Context} context @param {number} width */
function drawAxis(context, width) {
  const rough = span() / Math.max(1, width / 90);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const every = Math.max(1, ([1, 2, 5].find((n) => n * power >= rough) ?? 10) * power);
  context.fillStyle = color('--faint');
  for (let step = Math.ceil(view.from / every) * every; step < view.to; step += every) {
    const x = xOf(step + .5);
    context.fillRect(x, CHART, 1, 3);
    if (x + 3 + context.measureText(count(step)).width < width)
      context.fillText(count(step), x + 3, CHART + 12);
  }
}

/** @param {Context} context @param {number} top @param {string} text */
function drawCaption(context, top, text) {
  context.fillStyle = color('--quiet');
  context.fillText(text, PAD, top - 4);
}

// All buffers; those less than a pixel high shade it in part. Drawn once and kept until the steps,
// the width or the colors change.
/** @type {{key: string, canvas: HTMLCanvasElement | null}} */
let mapImage = {key: '', canvas: null};
/** @param {Timeline} timeline @param {number} width */
function imageOfBuffers(timeline, width) {
  const ratio = devicePixelRatio || 1;
  const key = [view.c, view.from, view.to, width, ratio, theme.isDark].join();
  if (mapImage.canvas && mapImage.key === key) return mapImage.canvas;
  const image = el('canvas');
  image.width = width * ratio;
  image.height = MAP * ratio;
  mapImage = {key, canvas: image};
  const context = image.getContext('2d');
  if (!context) return image;
  context.scale(ratio, ratio);
  context.fillStyle = color('--hover');
  context.fillRect(PAD, 0, width - 2 * PAD, MAP);
  context.strokeStyle = color('--panel');
  const fills = KINDS.map(([, variable]) => color(variable));
  forEachOnMap(timeline, 0, (buffer, left, top, right, bottom) => {
    context.fillStyle = fills[kindOf(buffer.allocation)];
    context.fillRect(left, top, right - left, bottom - top);
    if (right - left > 3 && bottom - top > 3)
      context.strokeRect(left, top, right - left, bottom - top);
  });
  return image;
}

/**
 * @param {Context} context @param {Timeline} timeline @param {number} mapTop @param {number} width
 */
function drawMap(context, timeline, mapTop, width) {
  drawCaption(context, mapTop, `memory by offset, ${bytes(timeline.mapBytes)}`);
  context.drawImage(imageOfBuffers(timeline, width), 0, mapTop, width, MAP);
  context.strokeStyle = color('--ink');
  const row = selectedRow(view.c);
  forEachOnMap(timeline, mapTop, (buffer, left, top, right, bottom) => {
    if (buffer === view.buffer || (row >= 0 && buffer.row === row))
      context.strokeRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
  });
}

// The time of each step, callees included; of several in a pixel the longest shows.
/** @param {Context} context @param {number} top @param {number} width */
function drawTimes(context, top, width) {
  const times = timesOf(view.c);
  const most = largest(times, 1, (time) => time.total);
  drawCaption(context, top, `time${ofRun}, at most ${durationOfRun(most)}`);
  context.fillStyle = color('--line');
  context.fillRect(PAD, top + TIMES, width - 2 * PAD, 1);
  context.fillStyle = color('--series-1');
  for (const {row, total} of times) {
    const left = Math.max(PAD, xOf(row)), right = Math.min(width - PAD, xOf(row + 1));
    const high = Math.max(.5, TIMES * total / most);
    if (right > left)
      context.fillRect(left, top + TIMES - high, Math.max(1, right - left - 1), high);
  }
}

/** @param {Context} context @param {Timeline} timeline @param {number} top @param {number} width */
function drawBars(context, timeline, top, width) {
  const chosen = barOfLink(view.c, selectedRow(view.c));
  for (let lane = 0; lane < shownLanes(timeline); ++lane) {
    const bars = timeline.byLane[lane];
    const laneTop = top + lane * LANE;
    let drawnTo = -1;  // draw only one of several bars in a pixel
    for (let i = firstBarAt(bars, Math.floor(view.from));
         i < bars.length && bars[i].begin < view.to; ++i) {
      const bar = bars[i];
      const left = Math.max(0, xOf(bar.begin)), right = Math.min(width, xOf(bar.end + 1));
      const isMarked = bar === chosen || bar === view.bar;
      if (right < drawnTo + .5 && !isMarked) continue;
      drawnTo = right;
      context.fillStyle = color(`--series-${bar.series}`);
      context.globalAlpha = isMarked ? 1 : .75;
      context.beginPath();
      context.roundRect(left, laneTop + 2, Math.max(1.5, right - left - 1), LANE - 4, 2);
      context.fill();
      context.globalAlpha = 1;
      if (isMarked) {
        context.strokeStyle = color('--ink');
        context.stroke();
      }
      if (right - left > 8 * bar.links.length) drawLinks(context, bar, laneTop + LANE / 2);
    }
  }
}

// A dot marks a link that binds operands, a ring one that binds the result, a stroke any other.
/** @param {Context} context @param {Bar} bar @param {number} y */
function drawLinks(context, bar, y) {
  context.fillStyle = context.strokeStyle = color('--panel');
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

// Operands: --quiet while needed, --bad while the chain still holds them, a tick where bound.
/** @param {Context} context @param {Bar} bar @param {number} top */
function drawLifetimes(context, bar, top) {
  const needed = color('--quiet'), held = color('--bad');
  bar.operands.slice(0, MOST_LIFETIMES).forEach((operand, i) => {
    const y = top + i * LIFETIME;
    const begin = xOf(operand.row), until = xOf(operand.usedUntil + 1);
    context.fillStyle = needed;
    context.fillRect(begin, y, Math.max(1, until - begin), 3);
    context.fillStyle = held;
    if (operand.held > 0) context.fillRect(until, y, Math.max(1, xOf(bar.end + 1) - until), 3);
    context.fillStyle = needed;
    context.fillRect(xOf(operand.boundAt + .5) - 1, y - 1, 2, 5);
  });
}
