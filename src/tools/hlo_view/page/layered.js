// Places the nodes of a graph in layers, so that edges lead down and few of them cross (Sugiyama).
// An edge over several layers bends at a point in each.

const SWEEPS = 12;

/**
 * @typedef {object} Place
 * @property {number} layer
 * @property {number} x  of its middle
 * @property {number} width
 * @property {number} order  in the layer
 * @property {Place[]} above
 * @property {Place[]} below
 */
/** @param {number} width @returns {Place} */
const newPlace = (width) => ({layer: 0, x: 0, width, order: 0, above: [], below: []});

// Each node as far down as its uses allow, since a constant has one use and much above it; then
// what has more edges up than down moves up. Edges of a cycle may lead up.
/** @param {number} count @param {[number, number][]} edges @param {Place[]} places */
function chooseLayers(count, edges, places) {
  const uses = new Int32Array(count);  // that have no layer yet
  /** @type {number[][]} */
  const above = Array.from({length: count}, () => []);
  /** @type {number[][]} */
  const below = Array.from({length: count}, () => []);
  for (const [from, to] of edges) {
    ++uses[from];
    below[from].push(to);
    above[to].push(from);
  }
  const ready = below.flatMap((to, node) => to.length === 0 ? [node] : []);
  for (let at = 0; at < count; ++at) {
    if (at === ready.length) {  // a cycle
      const next = uses.findIndex((n) => n > 0);
      uses[next] = 0;
      ready.push(next);
    }
    for (const from of above[ready[at]]) {
      if (uses[from] === 0) continue;
      places[from].layer = Math.min(places[from].layer, places[ready[at]].layer - 1);
      if (--uses[from] === 0) ready.push(from);
    }
  }
  for (const node of ready.reverse()) {
    if (above[node].length <= below[node].length) continue;
    const last = Math.max(...above[node].map((from) => places[from].layer));
    places[node].layer = Math.min(places[node].layer, last + 1);
  }
  const top = places.reduce((least, {layer}) => Math.min(least, layer), 0);
  for (const place of places) place.layer -= top;
}

/** @param {Place[]} list */
const mean = (list) => list.reduce((sum, {x}) => sum + x, 0) / list.length;

// How many pairs of edges cross that lead to `a` from the left place and to `b` from the right one.
/** @param {Place[]} a @param {Place[]} b */
const crossings = (a, b) =>
    a.reduce((sum, {order}) => sum + b.filter((other) => other.order < order).length, 0);
/** @param {Place[]} layer */
const crossingsBelow = (layer) => layer.reduce(
    (sum, a, i) => layer.slice(i + 1).reduce((n, b) => n + crossings(a.below, b.below), sum), 0);

// Orders layers by the middle of the neighbours above and below in turn, then swaps neighbours that
// cross less the other way round.
/** @param {Place[][]} layers */
function orderLayers(layers) {
  const number = (/** @type {Place[]} */ layer) => layer.forEach((place, i) => place.order = i);
  // The first order is that of a walk, so that parts stay together.
  const seen = new Set(), walk = [...layers].reverse().flat();
  /** @type {Place[][]} */
  const walked = layers.map(() => []);
  for (let stack = walk.reverse(), place = stack.pop(); place; place = stack.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    walked[place.layer].push(place);
    stack.push(...place.below, ...place.above);
  }
  layers.forEach((layer, i) => {
    layer.splice(0, layer.length, ...walked[i]);
    number(layer);
  });
  let best = Infinity;
  /** @type {Place[][]} */
  let bestLayers = [];
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : [...layers].reverse()) {
      const middles = layer.map((place) => {
        const orders = (isDown ? place.above : place.below).map(({order}) => order);
        return orders.length === 0 ? -1 : orders.reduce((a, b) => a + b) / orders.length;
      });
      const sorted =
          layer.map((place, i) => ({place, middle: middles[i]}))
              .filter(({middle}) => middle >= 0)
              .sort(
                  (a, b) => a.middle - b.middle || (sweep & 2 ? b.place.order - a.place.order : 0));
      for (let i = 0, next = 0; i < layer.length; ++i)
        if (middles[i] >= 0) layer[i] = sorted[next++].place;
      number(layer);
    }
    for (let round = 0, hasSwapped = true; hasSwapped && round < 8; ++round) {
      hasSwapped = false;
      for (const layer of layers) {
        for (let i = 1; i < layer.length; ++i) {
          const [a, b] = [layer[i - 1], layer[i]];
          const now = crossings(a.above, b.above) + crossings(a.below, b.below);
          const then = crossings(b.above, a.above) + crossings(b.below, a.below);
          if (then >= now) continue;
          hasSwapped = true;
          [layer[i - 1], layer[i]] = [b, a];
        }
        number(layer);
      }
    }
    const all = layers.reduce((sum, layer) => sum + crossingsBelow(layer), 0);
    if (all < best) {
      best = all;
      bestLayers = layers.map((layer) => [...layer]);
    }
  }
  layers.forEach((layer, i) => {
    layer.splice(0, layer.length, ...bestLayers[i]);
    number(layer);
  });
}

// Moves the places of a layer as near to where they want to be as their order and widths allow:
// those that would overlap share the mean (pool adjacent violators).
/** @param {Place[]} layer @param {number[]} wanted */
function settle(layer, wanted) {
  /** @type {{sum: number, count: number}[]} */
  const blocks = [];
  const offsets = [0];
  layer.forEach((place, i) => {
    if (i > 0) offsets.push(offsets[i - 1] + (layer[i - 1].width + place.width) / 2);
    let block = {sum: wanted[i] - offsets[i], count: 1};
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count;
         last = blocks.at(-1)) {
      block = {sum: block.sum + last.sum, count: block.count + last.count};
      blocks.pop();
    }
    blocks.push(block);
  });
  let i = 0;
  for (const {sum, count} of blocks)
    for (let end = i + count; i < end; ++i) layer[i].x = sum / count + offsets[i];
}

/**
 * The places of nodes, and the bends of edges in order.
 * @param {number[]} widths  of nodes, with the space between them
 * @param {[from: number, to: number][]} edges  between different nodes
 */
export function placeInLayers(widths, edges, bendWidth = 12) {
  const places = widths.map(newPlace);
  chooseLayers(widths.length, edges, places);
  /** @type {Place[][]} */
  const layers = Array.from(
      {length: places.reduce((most, {layer}) => Math.max(most, layer + 1), 0)}, () => []);
  for (const place of places) layers[place.layer].push(place);
  const ways = edges.map(([from, to]) => {
    const way = [places[from]];
    for (let layer = places[from].layer + 1; layer < places[to].layer; ++layer) {
      const bend = {...newPlace(bendWidth), layer, above: [], below: []};
      layers[layer].push(bend);
      way.push(bend);
    }
    way.push(places[to]);
    for (let i = 1; i < way.length; ++i) {
      way[i].above.push(way[i - 1]);
      way[i - 1].below.push(way[i]);
    }
    return way;
  });
  orderLayers(layers);
  for (const layer of layers) settle(layer, layer.map(() => 0));
  for (let sweep = 0; sweep < SWEEPS; ++sweep) {
    for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse())
      settle(layer, layer.map((place) => mean([...place.above, ...place.below, place])));
  }
  return {places, ways, layers: layers.length};
}
