// Shared by all pages: the data, elements, readable numbers, long lists, light and dark.
const data = JSON.parse(document.getElementById('data').textContent);

const $ = (id) => document.getElementById(id);

// Makes an element; children that are not elements become text, never markup.
function el(tag, className = '', ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.map((child) => child instanceof Node ? child : String(child)));
  return element;
}

// The address of what is called %main, %fusion.3: "#main/fusion.3"; and the names of an address.
// The latter throws URIError if these are malformed.
const address = (...names) =>
    `#${names.map((n) => encodeURIComponent(n.replace(/^%/, ''))).join('/')}`;
const namesOf = (hash) =>
    hash.slice(1).split('/').map((name) => `%${decodeURIComponent(name).replace(/^%/, '')}`);

// 1234567 -> "1,234,567"
const count = (n) => n.toLocaleString('en-US');

// 1 -> "1 step", 12 -> "12 steps"
const plural = (n, thing) => `${count(n)} ${thing}${n === 1 ? '' : 's'}`;

// The maximum of f(x) over a list of any length, but at least `least`.
const largest = (list, least, f) => list.reduce((most, x) => Math.max(most, f(x)), least);

// 1536 -> "1.5 KiB"
function bytes(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    ++unit;
  }
  return `${unit === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)} ${units[unit]}`;
}

// A colour of page.css for canvas: color("--link") -> "rgb(11, 87, 176)". Cached until the theme
// changes: asking the browser takes longer than drawing.
const colors = new Map();
function color(variable) {
  if (colors.has(variable)) return colors.get(variable);
  const probe = el('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  colors.set(variable, value);
  return value;
}
document.addEventListener('themechange', () => colors.clear());

// A list of `rows.length` rows of one height in a scrolling element; only visible rows exist.
// render(index) makes a row's element. Browsers limit elements to some 20 million pixels, so a
// longer list scrolls faster than the bar, by the factor `scale`.
class VirtualList {
  constructor(root, {rowHeight, render, onDraw = () => {}}) {
    Object.assign(this, {root, rowHeight, render, onDraw, length: 0, scale: 1});
    this.spacer = el('div');
    this.rows = el('div', 'rows');
    this.nodes = new Map();
    root.classList.add('list');
    root.append(this.spacer, this.rows);
    root.addEventListener('scroll', () => this.schedule(), {passive: true});
    new ResizeObserver(() => this.schedule()).observe(root);
  }
  setLength(length) {
    this.length = length;
    const height = length * this.rowHeight;
    const shown = Math.min(height, 15e6);
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
  // Renders one row again, if it is visible.
  refreshRow(index) {
    const node = this.nodes.get(index);
    if (node) this.put(index, node);
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
  put(index, old) {
    const node = this.render(index);
    node.style.top = `${index * this.rowHeight}px`;
    node.style.height = `${this.rowHeight}px`;
    this.nodes.set(index, node);
    if (old)
      old.replaceWith(node);
    else
      return node;
  }
  draw() {
    const margin = 8;
    const first = Math.max(0, this.firstInSight - margin);
    const last = Math.min(this.length, this.firstInSight + this.inSight + margin);
    for (const [index, node] of this.nodes) {
      if (index >= first && index < last) continue;
      node.remove();
      this.nodes.delete(index);
    }
    const fresh = [];
    for (let i = first; i < last; ++i)
      if (!this.nodes.has(i)) fresh.push(this.put(i));
    this.rows.append(...fresh);
    this.rows.style.transform =
        this.scale === 1 ? '' : `translateY(${this.root.scrollTop - this.top}px)`;
    this.onDraw();
  }
  // Scrolls a row to the middle, unless it is visible.
  reveal(index) {
    const y = index * this.rowHeight;
    const height = this.root.clientHeight;
    if (y >= this.top + this.rowHeight && y + 2 * this.rowHeight <= this.top + height) return;
    this.root.scrollTop = (y - height / 2) / this.scale;
    this.draw();
  }
}

// Stores the reader's choice between light and dark for all pages, if the browser allows it.
const theme = {
  get isDark() {
    const chosen = document.documentElement.style.colorScheme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  set(scheme) {
    document.documentElement.style.colorScheme = scheme;
    document.dispatchEvent(new Event('themechange'));
  },
  toggle() {
    this.set(this.isDark ? 'light' : 'dark');
    try {
      localStorage.setItem('hlo-view-theme', document.documentElement.style.colorScheme);
    } catch {
    }
  },
};
try {
  const chosen = localStorage.getItem('hlo-view-theme');
  if (chosen === 'light' || chosen === 'dark') theme.set(chosen);
} catch {
}
matchMedia('(prefers-color-scheme: dark)')
    .addEventListener('change', () => document.dispatchEvent(new Event('themechange')));
$('theme')?.addEventListener('click', () => theme.toggle());
