// Asynchronous operations, by lane: bars in a lane do not overlap, so binary search works.
const SERIES = [
  ['copy', /^copy/],
  ['all-gather', /^all-gather/],
  ['all-reduce', /^all-reduce|^reduce-scatter/],
  ['permute', /^collective-permute|^all-to-all/],
  ['send, recv', /^send|^recv/],
  ['other', /./],
];

function unpackBars(computation) {
  const timeline = computation.timeline;
  timeline.byLane = Array.from({length: timeline.lanes}, () => []);
  timeline.bars = timeline.bars.map(
      ([start, done, begin, end, lane, output, overlapping, links, operands], index) => {
        const opcode = computation.rows[start][OPCODE];
        const bar = {
          index,
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
          series: SERIES.findIndex(([, pattern]) => pattern.test(opcode)),
          title: `${computation.rows[start][NAME]}  ${opcode.replace(/-start$/, '')}`,
        };
        bar.between = bar.end - bar.begin + 1 - bar.links.length;
        timeline.byLane[lane].push(bar);
        return bar;
      });
  for (const lane of timeline.byLane) lane.sort((a, b) => a.begin - b.begin);
}
for (const computation of computations)
  if (computation.timeline) unpackBars(computation);

// Index of the first bar of a lane that ends at `step` or later.
function firstBarAt(lane, step) {
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
function barsAt(c, step, lanes = MOST_LANES) {
  const bars = [];
  for (const lane of computations[c].timeline.byLane.slice(0, lanes)) {
    const bar = lane[firstBarAt(lane, step)];
    if (bar && bar.begin <= step) bars.push(bar);
  }
  return bars;
}

// The bar with row `r` as a link, if any.
function barOfLink(c, r) {
  const timeline = computations[c].timeline;
  if (!timeline) return null;
  if (!timeline.barOfLink) {
    timeline.barOfLink = new Map();
    for (const bar of timeline.bars)
      for (const step of bar.linkSteps) timeline.barOfLink.set(step, bar);
  }
  return timeline.barOfLink.get(r) ?? null;
}
