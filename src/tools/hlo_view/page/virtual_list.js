// A list of rows of one height in a scrolling element; only visible rows exist. Browsers limit
// elements to some 20 million pixels, so a longer list scrolls faster than the bar, by the factor
// `scale`. The element takes the focus, and its current row is its active descendant.
import {el} from './page.js';

const MOST_PIXELS = 15e6;
const MARGIN = 8;  // rows that exist above and below the visible ones

/**
 * @typedef {object} ListStyle
 * @property {number} rowHeight
 * @property {string} role  of rows
 * @property {(index: number) => HTMLElement} render  makes a row's element
 * @property {() => void} [onDraw]
 */

export class VirtualList {
  /** @param {HTMLElement} root @param {ListStyle} style */
  constructor(root, {rowHeight, role, render, onDraw = () => {}}) {
    this.root = root;
    this.rowHeight = rowHeight;
    this.role = role;
    this.render = render;
    this.onDraw = onDraw;
    this.current = -1;
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
  // Renders all rows again, after their contents change. The focus stays in the list.
  refresh() {
    const hasFocus = this.rows.contains(document.activeElement);
    this.nodes.clear();
    this.rows.replaceChildren();
    this.draw();
    if (hasFocus) this.root.focus({preventScroll: true});
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
      node.id = `${this.root.id}-${i}`;
      node.role = this.role;
      node.ariaSelected = String(i === this.current);
      node.style.top = `${i * this.rowHeight}px`;
      node.style.height = `${this.rowHeight}px`;
      this.nodes.set(i, node);
      this.rows.insertBefore(node, next);
    }
    this.rows.style.transform =
        this.scale === 1 ? '' : `translateY(${this.root.scrollTop - this.top}px)`;
    this.onDraw();
  }
  // Makes a row the current one, or none for -1. Scrolls it to the middle unless it is visible.
  /** @param {number} index */
  goTo(index) {
    this.current = index;
    if (index < 0) return this.refresh();
    const y = index * this.rowHeight;
    const height = this.root.clientHeight;
    this.root.setAttribute('aria-activedescendant', `${this.root.id}-${index}`);
    if (y < this.top + this.rowHeight || y + 2 * this.rowHeight > this.top + height)
      this.root.scrollTop = (y - height / 2) / this.scale;
    this.refresh();
  }
}
