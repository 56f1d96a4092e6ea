// A panel with the neighbourhood of an instruction as a graph: operands above, users below. Its
// nodes are links, so a click makes another one the centre.
import {placeInLayers} from './layered.js';
import {$, field, plural} from './page.js';
import {svg} from './svg.js';

const MOST_NODES = 400;
const MOST_CHARACTERS = 28;  // of a line in a node
const CHARACTER = 6.7;       // pixels
const NODE_HEIGHT = 36;
const LAYER_HEIGHT = 64;
const GAP = 14;

/**
 * The graph to show; nodes are numbers.
 * @typedef {object} GraphSource
 * @property {(node: number) => {above: number[], below: number[]}} neighboursOf
 * @property {(node: number) => {href: string, lines: string[], title: string, className: string}}
 *     describe
 */

/** @param {string} text */
const cut = (text) =>
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;

// The nodes at most `hops` edges from those at the start, the nearest first.
/** @param {GraphSource} source @param {number[]} start @param {number} hops */
function nodesNear(source, start, hops) {
  const seen = new Set(start);
  let edge = start;
  for (let hop = 0; hop < hops && edge.length > 0; ++hop) {
    const next = [];
    for (const node of edge) {
      const {above, below} = source.neighboursOf(node);
      for (const each of [...above, ...below]) {
        if (seen.has(each)) continue;
        seen.add(each);
        next.push(each);
      }
    }
    edge = next;
  }
  return [...seen];
}

// Shows the neighbourhood of node `centre`; with null, of all that are on a way to `start`.
/** @param {GraphSource} source @param {number | null} centre @param {number[]} start */
export function showGraph(source, centre, start) {
  const panel = $('graph-view');
  const hadFocus = panel.contains(document.activeElement);
  const near = nodesNear(
      source, centre === null ? start : [centre],
      centre === null ? Infinity : Number(field('hops').value));
  const nodes = near.slice(0, MOST_NODES);
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  /** @type {[number, number][]} */
  const edges = nodes.flatMap((node, to) => source.neighboursOf(node).above.flatMap((each) => {
    const from = numbers.get(each);
    return from === undefined || from === to ? [] : [/** @type {[number, number]} */ ([from, to])];
  }));
  const described = nodes.map((node) => source.describe(node));
  const widths = described.map(
      ({lines}) => Math.max(...lines.map((line) => cut(line).length)) * CHARACTER + 14 + GAP);
  const {places, ways, layers} = placeInLayers(widths, edges);
  const left = places.reduce((least, {x, width}) => Math.min(least, x - width / 2), Infinity);
  const right = places.reduce((most, {x, width}) => Math.max(most, x + width / 2), 0);
  const yOf = (/** @type {number} */ layer) => layer * LAYER_HEIGHT + 8;
  const picture = svg('svg', {
    width: right - left,
    height: layers * LAYER_HEIGHT,
    viewBox: `${left} 0 ${right - left} ${layers * LAYER_HEIGHT}`,
    role: 'group',
    'aria-label': 'Graph',
  });
  for (const way of ways) {
    let path = '';
    for (let i = 1; i < way.length; ++i) {
      const {x: x1, layer} = way[i - 1], {x: x2} = way[i];
      const y1 = yOf(layer) + NODE_HEIGHT, y2 = yOf(way[i].layer), middle = (y1 + y2) / 2;
      path += `${i === 1 ? 'M' : 'L'}${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
    }
    const isNear = centre !== null && (way[0] === places[0] || way.at(-1) === places[0]);
    picture.append(svg('path', {d: path, class: isNear ? 'near' : ''}));
  }
  described.forEach(({href, lines, title, className}, i) => {
    const {x, layer, width} = places[i];
    const box = width - GAP, y = yOf(layer);
    const isCentre = centre !== null && i === 0;
    picture.append(
        svg('a', {href, class: `${className} ${isCentre ? 'centre' : ''}`}, svg('title', {}, title),
            svg('rect', {x: x - box / 2, y, width: box, height: NODE_HEIGHT, rx: 5}),
            ...lines.map((line, n) => svg('text', {x, y: y + 15 + 14 * n}, cut(line)))));
  });
  panel.replaceChildren(picture);
  const left_out = near.length - nodes.length;
  $('graph-facts').textContent =
      plural(nodes.length, 'node') + (left_out > 0 ? `, ${left_out} more not shown` : '');
  const middle = places[0];
  if (!middle) return;
  panel.scrollLeft = middle.x - left - panel.clientWidth / 2;
  panel.scrollTop = yOf(middle.layer) + NODE_HEIGHT / 2 - panel.clientHeight / 2;
  if (hadFocus) panel.querySelector('a')?.focus({preventScroll: true});
}
