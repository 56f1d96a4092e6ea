// A list of rows of one height in a scrolling element; only visible rows exist. Browsers limit
// elements to some 20 million pixels, so a longer list scrolls faster than the bar, by the factor
// `scale`.
import {el} from './page.js';

const MOST_PIXELS = 15e6;
const MARGIN = 8;  // rows that exist above and below the visible ones

export class VirtualList {
  /**
   * `render` makes a row's element.
   * @param {HTMLElement} root
   * @param {{rowHeight: number, render: (index: number) => HTMLElement, onDraw?: () => void}}
   *     options
   */
  constructor(root, {rowHeight, render, onDraw = () => {}}) {
    this.root = root;
    this.rowHeight = rowHeight;
    this.render = render;
    this.onDraw = onDraw;
    this.length = 0;
    this.scale = 1;
    this.isScheduled = false;
    this.spacer = el('div');
    this.rows = el('div', 'rows');
    /** @type {Map<number, HTMLElement>} */
    this.nodes = new Map();
    root.classList.add('list');
    root.append(this.spacer, this.rows);
    root.addEventListener('scroll', () => this.schedule(), {passive: true});
    new ResizeObserver(() => this.schedule()).observe(root);
  }
  /** @param {number} length */
  setLength(length) {
    this.length = length;
    const height = length * this.rowHeight;
    const shown = Math.min(height, MOST_PIXELS);
    this.spacer.style.height = `${shown}px`;
    const room = this.root.clientHeight;
    this.scale = height > shown ? (height - room) / (shown - room) : 1;
    this.refresh();
  }
  // Renders all rows again, after their contents change.
  refresh() {
    this.nodes.clear();
    this.rows.replaceChildren();
    this.draw();
  }
  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }
  // The top of the visible part, in pixels of the whole list.
  get top() {
    return this.root.scrollTop * this.scale;
  }
  get firstInSight() {
    return Math.floor(this.top / this.rowHeight);
  }
  get inSight() {
    return Math.ceil(this.root.clientHeight / this.rowHeight);
  }
  draw() {
    const first = Math.max(0, this.firstInSight - MARGIN);
    const last = Math.min(this.length, this.firstInSight + this.inSight + MARGIN);
    for (const [index, node] of this.nodes) {
      if (index >= first && index < last) continue;
      node.remove();
      this.nodes.delete(index);
    }
    let next = this.rows.firstElementChild;
    for (let i = first; i < last; ++i) {
      if (this.nodes.has(i)) {
        next = next?.nextElementSibling ?? null;
        continue;
      }
      const node = this.render(i);
      node.style.top = `${i * this.rowHeight}px`;
      node.style.height = `${this.rowHeight}px`;
      this.nodes.set(i, node);
      this.rows.insertBefore(node, next);
    }
    this.rows.style.transform =
        this.scale === 1 ? '' : `translateY(${this.root.scrollTop - this.top}px)`;
    this.onDraw();
  }
  /** Scrolls a row to the middle, unless it is visible. @param {number} index */
  reveal(index) {
    const y = index * this.rowHeight;
    const height = this.root.clientHeight;
    if (y >= this.top + this.rowHeight && y + 2 * this.rowHeight <= this.top + height) return;
    this.root.scrollTop = (y - height / 2) / this.scale;
    this.draw();
  }
}
