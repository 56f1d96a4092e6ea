// Scheduled computations step by step: asynchronous operations in lanes, bytes alive, buffers.
import {computations, lineOf, module} from './module_model.js';
import {bytes, count} from './page.js';
import {NAME} from './rows.js';


// Groups of operations with a colour each.
/** @type {[string, RegExp][]} */
export const SERIES = [
  ['copy', /^copy/],
  ['all-gather', /^all-gather/],
  ['all-reduce', /^all-reduce|^reduce-scatter/],
  ['permute', /^collective-permute|^all-to-all/],
  ['send, recv', /^send|^recv/],
  ['other', /./],
];
export const MOST_LANES = 12;  // next to the lines

/** The colour of a memory in the chart. @param {number} i  its place in `spaces` */
export const colorOfSpace = (i) => `--series-${1 + i % 5}`;

// ---- Asynchronous operations.

/** @typedef {ReturnType<typeof barFrom>} Bar */
/** @param {ComputationData} computation @param {BarData} data */
function barFrom(
    {rows},
    [start, done, begin, end, lane, output, overlapping, links, operands, work, whyGeneric]) {
  const idle = links.filter(([, , , works]) => !works).map(([step]) => step);
  const [first] = links[0];
  return {
    start,
    done,
    begin,
    end,
    lane,
    output,
    overlapping,
    links: links.map(([step, bound, bindsOutput]) => ({step, bound, bindsOutput})),
    operands: operands.map(([row, boundAt, isOutput, bytes, usedUntil,
                             held]) => ({row, boundAt, isOutput, bytes, usedUntil, held})),
    linkSteps: new Set(links.map(([step]) => step)),
    idleSteps: new Set(idle),
    between: end - begin + 1 - idle.length,
    series: SERIES.findIndex(([, pattern]) => pattern.test(work)),
    title: `${rows[first][NAME]}  ${work}`,
    whyGeneric,
  };
}

// Index of the first bar of a lane that ends at `step` or later: bars of a lane do not overlap.
/** @param {Bar[]} lane @param {number} step */
export function firstBarAt(lane, step) {
  let low = 0, high = lane.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lane[middle].end < step)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The bars of the first `lanes` lanes that contain `step`.
/** @param {number} c @param {number} step @param {number} lanes */
export function barsAt(c, step, lanes) {
  const bars = [];
  for (const lane of timelineOf(c)?.byLane.slice(0, lanes) ?? []) {
    const bar = lane[firstBarAt(lane, step)];
    if (bar && bar.begin <= step) bars.push(bar);
  }
  return bars;
}

/** The bar with row `r` as a link, if any. @param {number} c @param {number} r */
export const barOfLink = (c, r) => timelineOf(c)?.barOfLink.get(r) ?? null;

// ---- Buffers.

// Kinds of allocations, and their colours.
export const KINDS = [
  ['parameter', '--series-5'],
  ['output', '--series-2'],
  ['constant', '--series-4'],
  ['thread-local', '--series-3'],
  ['temporary', '--series-0'],
];
export const assignment = module.buffers ?? null;
const allocations = assignment?.allocations ?? [];
/** The place in KINDS of an allocation. @param {number} allocation */
export const kindOf = (allocation) =>
    KINDS.findIndex(([kind]) => allocations[allocation][2].startsWith(kind));

/** @typedef {ReturnType<typeof bufferFrom>} Buffer */
/** @param {BufferData} data */
const bufferFrom = ([row, size, begin, end, allocation = -1, offset = 0, name, places]) =>
    ({row, size, begin, end, allocation, offset, name, places});

// The map of memory has allocations on top of each other, the largest first.
/** The places of allocations, and the bytes of all. @param {Buffer[]} buffers */
function mapOf(buffers) {
  const used = [...new Set(buffers.map(({allocation}) => allocation))];
  used.sort((a, b) => allocations[b][1] - allocations[a][1] || a - b);
  /** @type {Map<number, number>} */
  const baseOf = new Map();
  let mapBytes = 0;
  for (const allocation of used) {
    baseOf.set(allocation, mapBytes);
    mapBytes += allocations[allocation][1];
  }
  return {baseOf, mapBytes};
}

/** @param {number} c @param {Buffer} buffer */
export const bufferName = (c, {row, name}) => name ?? computations[c].rows[row][NAME];

// The lines of values that other computations define, by name.
/** @type {Map<string, number> | null} */
let lineOfName = null;
/** @param {number} c @param {Buffer} buffer */
export function lineOfBuffer(c, {row, name = ''}) {
  if (row >= 0) return lineOf(c, row);
  lineOfName ??= new Map(
      computations.flatMap(({rows}, each) => rows.map((own, r) => [own[NAME], lineOf(each, r)])));
  return lineOfName.get(name.replace(/\{.*/, '')) ?? -1;
}
/** @param {number} allocation */
export function allocationName(allocation) {
  const [number, size, kind] = allocations[allocation];
  return `allocation ${number}, ${kind} of ${bytes(size)}`;
}

/** All that is allocated, against XLA's own sum. @param {AssignmentData} assignment */
export function memoryRows({total, reported = [], source}) {
  const rows = [['allocated', `${count(total)} B`]];
  KINDS.forEach(([kind], i) => {
    const sizes = allocations.filter((_, each) => kindOf(each) === i).map(([, size]) => size);
    if (sizes.length === 0) return;
    rows.push([kind, `${count(sizes.reduce((a, b) => a + b))} B in ${count(sizes.length)}`]);
  });
  for (const [name, sum] of reported) rows.push([`reported (${name})`, `${count(sum)} B`]);
  rows.push(['from', source]);
  return rows;
}

// ---- Both together.

/** @typedef {ReturnType<typeof timelineFrom>} Timeline */
/** @param {ComputationData} computation @param {TimelineData} data */
function timelineFrom(computation, {lanes, alive, peak, real, estimate, memory = '', spaces = [], ...data}) {
  const bars = data.bars.map((bar) => barFrom(computation, bar));
  /** @type {Bar[][]} */
  const byLane = Array.from({length: lanes}, () => []);
  for (const bar of [...bars].sort((a, b) => a.begin - b.begin)) byLane[bar.lane].push(bar);
  const buffers = data.buffers.map(bufferFrom);
  return {
    lanes,
    alive,
    peak,
    estimate,
    memory,
    spaces,
    isReal: Boolean(real),
    bars,
    byLane,
    barOfLink: new Map(bars.flatMap((bar) => bar.links.map(({step}) => [step, bar]))),
    buffers,
    ...mapOf(real ? buffers : []),
  };
}
const timelines =
    computations.map((each) => each.timeline ? timelineFrom(each, each.timeline) : null);
/** @param {number} c */
export const timelineOf = (c) => timelines[c] ?? null;
