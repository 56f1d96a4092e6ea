// The buffers of an assignment: what is where in memory, step by step. measurements.h describes the
// data. The map has allocations on top of each other, the largest first, offset 0 at the top.
const MAP = 96, CAPTION = 14;
const KINDS = [
  ['parameter', '--series-5'],
  ['output', '--series-2'],
  ['constant', '--series-4'],
  ['thread-local', '--series-3'],
  ['temporary', '--series-0'],
];
const assignment = data.buffers ?? null;
const kindOf = (allocation) =>
    KINDS.find(([kind]) => assignment.allocations[allocation][2].startsWith(kind));

function unpackBuffers(timeline) {
  timeline.buffers = timeline.buffers.map(
      ([row, size, begin, end, allocation, offset, name]) =>
          ({row, size, begin, end, allocation, offset, name}));
  if (!timeline.real) return;
  const used = [...new Set(timeline.buffers.map(({allocation}) => allocation))];
  used.sort((a, b) => assignment.allocations[b][1] - assignment.allocations[a][1] || a - b);
  timeline.baseOf = new Map();
  timeline.mapBytes = 0;
  for (const allocation of used) {
    timeline.baseOf.set(allocation, timeline.mapBytes);
    timeline.mapBytes += assignment.allocations[allocation][1];
  }
}
for (const computation of computations)
  if (computation.timeline) unpackBuffers(computation.timeline);

const bufferName = (c, {row, name}) => name ?? computations[c].rows[row][NAME];
// Of a value that another computation defines, by its name.
let lineOfName = null;
function lineOfBuffer(c, {row, name}) {
  if (row >= 0) return lineOf(c, row);
  lineOfName ??= new Map(computations.flatMap(
      (computation, each) => computation.rows.map((own, r) => [own[NAME], lineOf(each, r)])));
  return lineOfName.get(name.replace(/\{.*/, '')) ?? -1;
}
const bufferLink = (c, buffer) => link(bufferName(c, buffer), '', lineOfBuffer(c, buffer));
function allocationName(allocation) {
  const [number, size, kind] = assignment.allocations[allocation];
  return `allocation ${number}, ${kind} of ${bytes(size)}`;
}

// Calls visit(buffer, left, top, right, bottom) for the buffers that the map shows.
function forEachOnMap(timeline, mapTop, visit) {
  const scale = MAP / Math.max(1, timeline.mapBytes);
  const origin = xOf(0), stepWidth = xOf(1) - origin;  // xOf() measures the canvas
  for (const buffer of timeline.buffers) {
    if (buffer.end < timelineView.from || buffer.begin > timelineView.to) continue;
    const top = mapTop + (timeline.baseOf.get(buffer.allocation) + buffer.offset) * scale;
    visit(
        buffer, origin + buffer.begin * stepWidth, top, origin + (buffer.end + 1) * stepWidth,
        top + buffer.size * scale);
  }
}

// All buffers; those less than a pixel high shade it in part. Drawn once and kept until the steps,
// the width or the colors change.
let mapImage = {key: ''};
function drawBuffers(timeline, width) {
  const ratio = devicePixelRatio || 1;
  const {c, from, to} = timelineView;
  const key = [c, from, to, width, ratio, theme.isDark].join();
  if (mapImage.key === key) return mapImage.canvas;
  const image = el('canvas');
  image.width = width * ratio;
  image.height = MAP * ratio;
  const context = image.getContext('2d');
  context.scale(ratio, ratio);
  context.fillStyle = color('--hover');
  context.fillRect(0, 0, width, MAP);
  context.strokeStyle = color('--panel');
  const fill = new Map(KINDS.map((kind) => [kind, color(kind[1])]));
  forEachOnMap(timeline, 0, (buffer, left, top, right, bottom) => {
    context.fillStyle = fill.get(kindOf(buffer.allocation));
    context.fillRect(left, top, right - left, bottom - top);
    if (right - left > 3 && bottom - top > 3)
      context.strokeRect(left, top, right - left, bottom - top);
  });
  mapImage = {key, canvas: image};
  return image;
}

function drawMap(context, timeline, mapTop, width) {
  context.save();
  context.beginPath();
  context.rect(PAD, mapTop, width - 2 * PAD, MAP);
  context.clip();
  context.drawImage(drawBuffers(timeline, width), 0, mapTop, width, MAP);
  context.strokeStyle = color('--ink');
  const row =
      selected >= 0 && lineComputation[selected] === timelineView.c ? lineRow[selected] : -1;
  forEachOnMap(timeline, mapTop, (buffer, left, top, right, bottom) => {
    if (buffer === timelineView.buffer || (row >= 0 && buffer.row === row))
      context.strokeRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
  });
  context.restore();
}

// The last of the buffers at a point: it is drawn on top.
function bufferAt(timeline, mapTop, x, y) {
  let found = null;
  forEachOnMap(timeline, mapTop, (buffer, left, top, right, bottom) => {
    if (x >= left && x <= right && y >= top && y <= bottom) found = buffer;
  });
  return found;
}

function describeBuffer(c, buffer) {
  return `${bufferName(c, buffer)}  ${bytes(buffer.size)}\nsteps ${count(buffer.begin)} to ${
      count(buffer.end)}\noffset ${count(buffer.offset)} in ${allocationName(buffer.allocation)}`;
}

// ---- Details.

// What the assignment takes in all, against XLA's own sum.
function memoryRows() {
  const rows = [['allocated', `${count(assignment.total)} B`]];
  for (const [kind] of KINDS) {
    const ofKind = assignment.allocations.filter(([, , each]) => each.startsWith(kind));
    if (ofKind.length === 0) continue;
    const sum = ofKind.reduce((total, [, size]) => total + size, 0);
    rows.push([kind, `${count(sum)} B in ${count(ofKind.length)}`]);
  }
  for (const [name, total] of assignment.reported ?? [])
    rows.push([`reported (${name})`, `${count(total)} B`]);
  rows.push(['from', assignment.source]);
  return rows;
}
