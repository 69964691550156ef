// Playing cards as our own drawings: rank and suit shape in four colours that also differ in shape and lightness.

import { svg } from "./dom.js";

// Suit shapes on 100 x 100.
const SUITS = {
  h: ["M50 92C22 68 6 50 6 31 6 17 16 8 28 8c10 0 18 6 22 15C54 14 62 8 72 8c12 0 22 9 22 23 0 19-16 37-44 61Z"],
  d: ["M50 4Q64 30 88 50 64 70 50 96 36 70 12 50 36 30 50 4Z"],
  s: ["M50 5c7 21 42 34 42 57 0 13-9 20-19 20-8 0-14-4-18-10 1 11 5 18 13 22H32c8-4 12-11 13-22-4 6-10 10-18 10-10 0-19-7-19-20C8 39 43 26 50 5Z"],
  c: ["M50 6a21 21 0 0 1 16 34.5A21 21 0 1 1 54 68c1 13 5 21 13 26H33c8-5 12-13 13-26a21 21 0 1 1-12-27.5A21 21 0 0 1 50 6Z"],
};
const NAMES = { h: "hearts", d: "diamonds", s: "spades", c: "clubs" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

/** A card: its face when `name` is one ("As"), its back when it is null or "back", an open but unread card when it is "??". */
export function card(name) {
  if (name && name !== "??" && name !== "back") return face(name);
  const drawing = name === "??" ? unread() : back();
  drawing.setAttribute("data-card", name === "??" ? "unread" : "back");
  return drawing;
}

function face(name) {
  const [rank, suit] = name;
  const drawing = svg(
    "0 0 100 140", `card face suit-${suit}`,
    { tag: "rect", x: 1.5, y: 1.5, width: 97, height: 137, rx: 11, class: "paper" },
    { tag: "text", x: 9, y: 56, class: rank === "T" ? "rank ten" : "rank", text: rank === "T" ? "10" : rank },
    ...SUITS[suit].map((d) => ({ d, class: "pip", transform: "translate(26 62) scale(.68)" })),
    ...SUITS[suit].map((d) => ({ d, class: "pip", transform: "translate(68 15) scale(.24)" })),
  );
  drawing.setAttribute("data-card", name);
  drawing.setAttribute("role", "img");
  drawing.removeAttribute("aria-hidden");
  drawing.setAttribute("aria-label", `${RANKS[rank] || rank} of ${NAMES[suit]}`);
  return drawing;
}

const LATTICE = diagonals();

// Diagonals of the back, cut at its field (9..91 by 9..131).
function diagonals() {
  let path = "";
  for (let at = -108; at <= 200; at += 14) {
    const rise = [Math.max(9, 9 - at), Math.min(91, 131 - at)]; // x where y = x + at stays inside
    if (rise[0] < rise[1]) path += `M${rise[0]} ${rise[0] + at}L${rise[1]} ${rise[1] + at}`;
    const fall = [Math.max(9, at - 131 + 22), Math.min(91, at - 9 + 22)]; // y = at + 22 - x
    if (fall[0] < fall[1]) path += `M${fall[0]} ${at + 22 - fall[0]}L${fall[1]} ${at + 22 - fall[1]}`;
  }
  return path;
}

function back() {
  return svg(
    "0 0 100 140", "card back",
    { tag: "rect", x: 1.5, y: 1.5, width: 97, height: 137, rx: 11, class: "paper" },
    { tag: "rect", x: 9, y: 9, width: 82, height: 122, rx: 6, class: "field" },
    { d: LATTICE, class: "lattice" },
    { tag: "rect", x: 5, y: 5, width: 90, height: 130, rx: 8, class: "frame" },
    { d: "M50 46Q58 60 70 70 58 80 50 94 42 80 30 70 42 60 50 46Z", class: "emblem" },
  );
}

function unread() {
  return svg(
    "0 0 100 140", "card unread",
    { tag: "rect", x: 1.5, y: 1.5, width: 97, height: 137, rx: 11, class: "paper" },
    { tag: "text", x: 50, y: 92, class: "rank", "text-anchor": "middle", text: "?" },
  );
}
