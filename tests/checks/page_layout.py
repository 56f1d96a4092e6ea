"""What stands on top of what in a page: for tests that nothing overlaps on a narrow screen.

    problems = page_layout.overlaps(browser)           # texts, or [] if all is well
    problems = page_layout.overlaps(browser, "#help")  # only inside of an element
"""

# Boxes are lines of text, controls and pictures, as far as they are not clipped by an element that
# scrolls or hides what is too large. Two boxes may share no more than rounding; text may be a bit
# higher than its line. A box must not leave the page at its sides. Boxes may belong together: a
# button and its text.
_OVERLAPS = """
const root = document.querySelector(arguments[0]);
const boxes = [];
function add(node, element, rect, what) {
  let {left, top, right, bottom} = rect;
  for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (at === document.body || style.overflow === 'visible') continue;
    if (at === node) continue;
    const box = at.getBoundingClientRect();
    left = Math.max(left, box.left);
    right = Math.min(right, box.left + at.clientLeft + at.clientWidth);
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.top + at.clientTop + at.clientHeight);
  }
  if (right - left > 1 && bottom - top > 1) boxes.push({node, element, left, top, right, bottom, what});
}
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  if (!element.checkVisibility({visibilityProperty: true}) || element.closest('noscript, option')) continue;
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) add(node, element, rect, node.data.trim().slice(0, 40));
  } else if (element.matches('button, input, select, canvas, svg, i, img')) {
    add(node, element, element.getBoundingClientRect(), `<${element.tagName.toLowerCase()} ${element.id}>`);
  }
}
const problems = [];
for (const box of boxes)
  if (box.left < -1 || box.right > innerWidth + 1) problems.push(`${box.what}: ${box.left} to ${box.right}`);
for (let i = 0; i < boxes.length; ++i) {
  for (let j = i + 1; j < boxes.length; ++j) {
    const a = boxes[i], b = boxes[j];
    if (a.node.contains(b.node) || b.node.contains(a.node)) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 1 && height > 3) problems.push(`${a.what} and ${b.what} share ${width} x ${height}`);
  }
}
if (document.documentElement.scrollWidth > innerWidth)
  problems.push(`the page is ${document.documentElement.scrollWidth} wide`);
if (boxes.length < 5) problems.push(`only ${boxes.length} boxes`);
return problems;
"""


def overlaps(browser, selector="body"):
    return browser.run(_OVERLAPS, selector)
