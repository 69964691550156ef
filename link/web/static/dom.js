// Small helpers to build pages from values. Text is always text, never markup.

/** Make an element: h("button.big", {onclick, "aria-label": …}, children…). Falsy children are left out. */
export function h(selector, attributes, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name === "class") element.className += ` ${value}`;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child || child === 0).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** Put `children` into `element` unless it already shows the same `value` (compared as JSON). */
export function draw(element, value, make) {
  const key = JSON.stringify(value);
  if (element.drawn === key) return;
  element.drawn = key;
  element.replaceChildren(...[make(value)].flat(9).filter(Boolean));
}

/** A whole number in groups: 12,500. */
export function amount(number) {
  return Number(number).toLocaleString("en-US");
}

/** The words of the page, which the server put there. */
export function words(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

const SVG = "http://www.w3.org/2000/svg";

/** An SVG drawing of paths: each {d, class}. */
export function svg(viewBox, className, ...shapes) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", viewBox);
  root.setAttribute("class", className);
  root.setAttribute("aria-hidden", "true");
  for (const shape of shapes) {
    const { tag = "path", text, ...attributes } = shape;
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    root.append(element);
  }
  return root;
}

// One picture for every state that also has a colour and a word (colour is never alone). Drawn on 48 x 48.
const ICONS = {
  betting: [{ d: "M8 31c0 4 7 7 16 7s16-3 16-7M8 24c0 4 7 7 16 7s16-3 16-7M8 17c0 4 7 7 16 7s16-3 16-7" }, { tag: "ellipse", cx: 24, cy: 16, rx: 16, ry: 7 }],
  deal: [{ tag: "rect", x: 8, y: 6, width: 19, height: 27, rx: 3 }, { d: "M33 14v22m-8-8 8 9 8-9" }],
  show: [{ tag: "rect", x: 7, y: 11, width: 18, height: 26, rx: 3, transform: "rotate(-8 16 24)" }, { tag: "rect", x: 23, y: 11, width: 18, height: 26, rx: 3, transform: "rotate(8 32 24)" }],
  push: [{ d: "M6 24h27m-10-11 11 11-11 11" }, { d: "M41 9v30" }],
  hand: [{ d: "M40 24a16 16 0 1 1-5-11.6" }, { d: "M36 4v10H26" }],
  prepare: [{ tag: "rect", x: 7, y: 13, width: 20, height: 28, rx: 3 }, { d: "M15 8h18a4 4 0 0 1 4 4v22" }],
  correct: [{ d: "M24 6 44 41H4Z" }, { d: "M24 19v10m0 5v1.5" }],
  judge: [{ d: "M16 5h16l11 11v16L32 43H16L5 32V16Z" }, { d: "M24 13v14m0 6v2" }],
  question: [{ tag: "circle", cx: 24, cy: 24, r: 19 }, { d: "M18 19a6 6 0 1 1 9 5c-2.4 1.4-3 2.4-3 5m0 5v1" }],
  check: [{ d: "M8 25l11 11 21-24" }],
  link: [{ d: "M6 18c10-10 26-10 36 0M12 25c7-7 17-7 24 0M18 32c3.4-3.4 8.600-3.4 12 0" }, { d: "M24 38v1" }],
  away: [{ d: "M6 18c10-10 26-10 36 0M12 25c7-7 17-7 24 0M18 32c3.4-3.4 8.600-3.4 12 0" }, { d: "M8 42 40 6" }],
  device: [{ tag: "rect", x: 7, y: 10, width: 34, height: 22, rx: 3 }, { d: "M17 40h14M24 32v8M24 16v6m0 4v1" }],
  sound: [{ d: "M7 18v12h8l10 8V10l-10 8Z" }, { d: "M32 17c4 4 4 10 0 14M37 11c7 8 7 18 0 26" }],
  mute: [{ d: "M7 18v12h8l10 8V10l-10 8Z" }, { d: "M32 18l11 12m0-12L32 30" }],
  note: [{ d: "M10 6h20l8 8v28H10Z" }, { d: "M17 22h14m-14 8h14" }],
  dealer: [{ tag: "circle", cx: 24, cy: 14, r: 8 }, { d: "M8 42c1-12 8-16 16-16s15 4 16 16" }],
  floor: [{ d: "M24 5l16 6v12c0 10-7 17-16 20C15 40 8 33 8 23V11Z" }, { d: "M24 15v10m0 5v1.5" }],
  critical: [{ d: "M16 5h16l11 11v16L32 43H16L5 32V16Z" }, { d: "M16 16l16 16m0-16L16 32" }],
  gone: [{ tag: "circle", cx: 24, cy: 24, r: 19 }, { d: "M11 37 37 11" }],
};

ICONS.misdeal = ICONS.judge;
ICONS.void = ICONS.judge;

/** The picture of a state. */
export function icon(name) {
  return svg("0 0 48 48", "icon", ...(ICONS[name] || ICONS.note));
}
