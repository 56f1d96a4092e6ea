// A drawing context that makes an SVG, for documents. Has the methods of a canvas that
// module_picture.js uses.
const SVG = 'http://www.w3.org/2000/svg';

/** To a tenth of a pixel. @param {number} x */
const short = (x) => Math.round(x * 10) / 10;

export class SvgContext {
  /** @param {number} top  the smallest y @param {number} width @param {number} height */
  constructor(top, width, height) {
    this.fillStyle = this.strokeStyle = '#000';
    this.globalAlpha = 1;
    this.path = '';
    this.root = document.createElementNS(SVG, 'svg');
    const font = {'font-size': 11, 'font-family': 'system-ui, sans-serif'};
    this.set(this.root, {width, height, viewBox: `0 ${top} ${width} ${height}`, ...font});
  }
  // The picture as a file.
  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }

  /** @param {Element} element @param {Record<string, string | number>} attributes */
  set(element, attributes) {
    for (const [name, value] of Object.entries(attributes))
      element.setAttribute(name, String(typeof value === 'number' ? short(value) : value));
  }
  /** @param {string} tag @param {Record<string, string | number>} attributes */
  add(tag, attributes) {
    const element = this.root.appendChild(document.createElementNS(SVG, tag));
    this.set(element, attributes);
    if (this.globalAlpha < 1) element.setAttribute('opacity', String(this.globalAlpha));
    return element;
  }

  beginPath() {
    this.path = '';
  }
  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.path += `M${short(x)} ${short(y)}`;
  }
  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.path += `L${short(x)} ${short(y)}`;
  }
  /** A whole circle, whatever the angles. @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    this.moveTo(x - r, y);
    this.path += `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${- 2 * r} 0`;
  }
  /**
   * @param {number} x @param {number} y @param {number} width @param {number}
   *     height @param {number} r
   */
  roundRect(x, y, width, height, r) {
    r = Math.min(r, width / 2);
    const across = short(width - 2 * r), down = short(height - 2 * r);
    this.moveTo(x + r, y);
    this.path += `h${across}q${r} 0 ${r} ${r}v${down}q0 ${r} ${- r} ${r}h${- across}q${- r} 0 ${
        - r} ${- r}v${- down}q0 ${- r} ${r} ${- r}`;
  }
  fill() {
    this.add('path', {d: this.path, fill: this.fillStyle});
  }
  stroke() {
    this.add('path', {d: this.path, fill: 'none', stroke: this.strokeStyle});
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    this.add('rect', {x, y, width, height, fill: this.fillStyle});
  }
  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.add('rect', {x, y, width, height, fill: 'none', stroke: this.strokeStyle});
  }
  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.add('text', {x, y, fill: this.fillStyle}).textContent = text;
  }
  /** An estimate: the viewer chooses the font. @param {string} text */
  measureText(text) {
    return {width: 6 * text.length};
  }
  /**
   * @param {HTMLCanvasElement} image @param {number} x @param {number} y @param {number}
   *     width @param {number} height
   */
  drawImage(image, x, y, width, height) {
    this.add('image', {x, y, width, height, href: image.toDataURL()});
  }
}
