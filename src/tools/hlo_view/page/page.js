// Shared by all pages: the data, elements, readable numbers, addresses, keys, light and dark.
/** @type {any} */
export const data = JSON.parse($('data').textContent ?? '');

/** @param {string} id */
export function $(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
/** @param {string} id  of a field or a list of choices */
export const field = (id) => /** @type {HTMLInputElement} */ ($(id));

/**
 * Makes an element; children that are not elements become text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {...(Node | string | number)} children
 */
export function el(tag, className = '', ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.map((child) => child instanceof Node ? child : String(child)));
  return element;
}

// A table. The first cell of a row is its heading; other cells are lists of content, or <td>s.
/** @param {any[][]} rows @param {string[]} [heads] */
export function table(rows, heads = []) {
  const element = el('table');
  if (heads.length > 0)
    element.append(el('tr', '', ...heads.map((head, i) => el('th', i > 0 ? 'number' : '', head))));
  for (const [key, ...cells] of rows) {
    const cellOf = (/** @type {any} */ cell) => cell instanceof HTMLTableCellElement ?
        cell :
        el('td', '', ...(Array.isArray(cell) ? cell : [cell]));
    element.append(el('tr', '', el('th', '', key), ...cells.map(cellOf)));
  }
  return element;
}

/** @param {string} title @param {...(Node | string)} children */
export const section = (title, ...children) => el('section', '', el('h3', '', title), ...children);

/** The address of %main, %fusion.3: "#main/fusion.3". @param {...string} names */
export const address = (...names) =>
    `#${names.map((n) => encodeURIComponent(n.replace(/^%/, ''))).join('/')}`;
/** The names in an address. Throws URIError if it is malformed. @param {string} hash */
export const namesOf = (hash) =>
    hash.slice(1).split('/').map((name) => `%${decodeURIComponent(name).replace(/^%/, '')}`);

/** 1234567 -> "1,234,567" @param {number} n */
export const count = (n) => n.toLocaleString('en-US');

/** 1 -> "1 step", 12 -> "12 steps" @param {number} n @param {string} thing */
export const plural = (n, thing) => `${count(n)} ${thing}${n === 1 ? '' : 's'}`;

/** 1234567 -> "1.23M" @param {number} n */
export const compact = (n) =>
    n.toLocaleString('en-US', {notation: 'compact', maximumSignificantDigits: 3}).replace('B', 'G');

/** 1536 -> "1.5 KiB" @param {number} n */
export function bytes(n) {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    ++unit;
  }
  return `${unit === 0 || n >= 100 ? Math.round(n) : n.toFixed(1)} ${units[unit]}`;
}

/**
 * The maximum of f(x) over a list of any length, but at least `least`.
 * @template T
 * @param {readonly T[]} list @param {number} least @param {(x: T) => number} f
 */
export const largest = (list, least, f) => list.reduce((most, x) => Math.max(most, f(x)), least);

/** Whether a button is pressed. @param {HTMLElement} button */
export const isPressed = (button) => button.getAttribute('aria-pressed') === 'true';
/** @param {HTMLElement} button @param {boolean} isOn */
export const press = (button, isOn) => button.setAttribute('aria-pressed', String(isOn));

// Calls the action of a key, unless it is typed into a field or a dialog is open.
/** @param {Record<string, () => unknown>} actions */
export function onKeys(actions) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('input:focus, select:focus, dialog[open]')) return;
    if (event.key === 'Enter' && document.querySelector('a:focus, button:focus')) return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}

// Whether the reader is selecting text: the click that ends it is not for a link or a line.
export const isSelectingText = () => String(getSelection()) !== '';

// Colours of page.css for canvas, until the theme changes: asking the browser takes longer than
// drawing.
/** @type {Map<string, string>} */
const colors = new Map();
/** color("--link") -> "rgb(11, 87, 176)" @param {string} variable */
export function color(variable) {
  const known = colors.get(variable);
  if (known) return known;
  const probe = el('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  colors.set(variable, value);
  return value;
}
document.addEventListener('themechange', () => colors.clear());

// The reader's choice between light and dark, kept for all pages if the browser allows it.
export const theme = {
  get isDark() {
    const chosen = document.documentElement.style.colorScheme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  /** @param {string} scheme */
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
$('theme').addEventListener('click', () => theme.toggle());
