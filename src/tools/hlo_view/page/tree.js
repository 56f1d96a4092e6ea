// A tree in a scrolling element: nodes open and close by their twisties and by the arrow keys.
import {el} from './page.js';
import {VirtualList} from './virtual_list.js';

const INDENT = 14;
const MOST_INDENTS = 9;   // deeper ones leave no room
const MOST_LEVELS = 300;  // deeper nodes stay closed: each open node stores its path

/**
 * @template T
 * @typedef {object} TreeStyle
 * @property {() => T[]} roots
 * @property {(item: T) => T[]} childrenOf
 * @property {(item: T) => string | number} keyOf  different for the children of a node
 * @property {(element: HTMLElement, item: T) => void} render  fills the row of an item
 * @property {(item: T) => void} goTo
 */

/** @template T */
export class Tree {
  /** @param {HTMLElement} root @param {TreeStyle<T>} style */
  constructor(root, style) {
    this.root = root;
    this.style = style;
    /** @type {Set<string>} */
    this.opened = new Set();  // paths of open nodes
    /** @type {{item: T, depth: number, path: string}[]} */
    this.nodes = [];  // visible ones
    this.list = new VirtualList(
        root, {rowHeight: 22, role: 'treeitem', render: (index) => this.render(index)});
    root.addEventListener('click', (event) => this.click(event));
    root.addEventListener('keydown', (event) => this.key(event));
    const [first] = style.roots();
    if (first !== undefined) this.opened.add(`${style.keyOf(first)}`);
    this.update();
  }

  // Lists the visible nodes again, after some open or the items change.
  update() {
    const {roots, childrenOf, keyOf} = this.style;
    const current = this.nodes[this.list.current]?.path;
    this.nodes = [];
    const stack = roots().reverse().map((item) => ({item, depth: 0, path: `${keyOf(item)}`}));
    for (let node = stack.pop(); node; node = stack.pop()) {
      const {item, depth, path} = node;
      this.nodes.push(node);
      if (!this.opened.has(path)) continue;
      for (const child of [...childrenOf(item)].reverse())
        stack.push({item: child, depth: depth + 1, path: `${path}/${keyOf(child)}`});
    }
    this.list.current = this.nodes.findIndex(({path}) => path === current);
    const top = this.root.scrollTop;
    this.list.setLength(this.nodes.length);
    this.root.scrollTop = top;
  }

  /** @param {number} index */
  render(index) {
    const {item, depth, path} = this.nodes[index];
    const isLeaf = this.style.childrenOf(item).length === 0;
    const isOpen = this.opened.has(path);
    const element = el('div', 'node', el('span', 'twisty', isLeaf ? '' : isOpen ? '▾' : '▸'));
    this.style.render(element, item);
    element.style.paddingLeft = `${6 + Math.min(depth, MOST_INDENTS) * INDENT}px`;
    element.dataset.node = String(index);
    element.ariaLevel = String(depth + 1);
    if (!isLeaf) element.ariaExpanded = String(isOpen);
    return element;
  }

  /** @param {string} path @param {boolean} isOpen */
  setOpen(path, isOpen) {
    if (isOpen)
      this.opened.add(path);
    else
      this.opened.delete(path);
    this.update();
  }

  // Makes the last item of a way from a root the current one, and opens the nodes above it, unless
  // it is visible already.
  /** @param {T[]} way */
  reveal(way) {
    const item = way[way.length - 1];
    const {list} = this;
    if (this.nodes[list.current]?.item === item) return list.goTo(list.current);
    const find = () => this.nodes.findIndex((node) => node.item === item);
    if (find() < 0 && way.length <= MOST_LEVELS) {
      const keys = way.map((each) => this.style.keyOf(each));
      for (let i = 1; i < way.length; ++i) this.opened.add(keys.slice(0, i).join('/'));
      this.update();
    }
    list.goTo(find());
  }

  /** @param {number} index */
  goTo(index) {
    if (!this.nodes[index]) return;
    this.list.goTo(index);
    this.style.goTo(this.nodes[index].item);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const element = /** @type {HTMLElement | null} */ (target.closest('.node'));
    if (!element) return;
    const index = Number(element.dataset.node);
    const {path} = this.nodes[index];
    if (target.classList.contains('twisty'))
      this.setOpen(path, !this.opened.has(path));
    else
      this.goTo(index);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = Math.max(0, this.list.current);
    const {item, depth, path} = this.nodes[at];
    const isOpen = this.opened.has(path);
    switch (event.key) {
      case 'ArrowDown':
        this.goTo(at + 1);
        break;
      case 'ArrowUp':
        this.goTo(at - 1);
        break;
      case 'ArrowRight':  // opens, or goes in
        if (isOpen)
          this.goTo(at + 1);
        else if (this.style.childrenOf(item).length > 0)
          this.setOpen(path, true);
        break;
      case 'ArrowLeft':  // closes, or goes out
        if (isOpen)
          this.setOpen(path, false);
        else
          this.goTo(this.nodes.findLastIndex((node, i) => i < at && node.depth < depth));
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
