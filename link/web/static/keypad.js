// Ten digits under a finger.

import { h } from "./dom.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫"];
const LONGEST = 10;

/** Keys that change the digits `entry`; `change(digits)` is called with what they are then. */
export function keypad(entry, change) {
  const after = (digit) => {
    if (digit === "⌫") return entry.slice(0, -1);
    return entry.length < LONGEST ? (entry + digit).replace(/^0+/, "") : entry;
  };
  return h("div.keys", {}, DIGITS.map((digit) => h("button.button", { onclick: () => change(after(digit)) }, digit)));
}
