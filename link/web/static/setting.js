// The form that sets a table. The server says which fields there are (link/table_setting.py); this draws and fills them.

import { h, amount } from "./dom.js";
import { keypad } from "./keypad.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** What is being entered, beginning with how the table stands. */
export function beginSetting(view) {
  return { settings: structuredClone(view.settings), stacks: { ...view.stacks }, button: view.button, chosen: "level", entry: "" };
}

/** What to send. Stacks and button only where they were changed: else they go on by themselves. */
export function settingOf(view, made) {
  const same = made.button === view.button && JSON.stringify(sorted(made.stacks)) === JSON.stringify(sorted(view.stacks));
  if (view.playing || (same && Object.keys(view.stacks).length)) return { settings: made.settings, stacks: {}, button: 0 };
  return { settings: made.settings, stacks: made.stacks, button: made.button };
}

/** Three parts to place as the page likes: what is played for, the seats, the keys for what was touched. */
export function drawSetting(view, made, redraw) {
  const change = (changes) => { Object.assign(made, changes); redraw(); };
  return [drawFields(view, made, change), drawSeats(view, made, change), drawEntry(view, made, change)];
}

function drawFields(view, made, change) {
  return h("div.setting.fields", {}, view.fields.filter((field) => shown(field, made.settings)).map((field) => {
    const value = read(made.settings, field.key);
    if (!field.choices.length) {
      return h("button.button", { class: made.chosen === field.key ? "open" : "", "data-field": field.key, onclick: () => change({ chosen: field.key, entry: "" }) },
        h("small", {}, field.text), amount(value / field.scale));
    }
    const at = field.choices.findIndex((choice) => choice.value === value);
    const next = field.choices[(at + 1) % field.choices.length];
    return h("button.button", { "data-field": field.key, onclick: () => { write(made.settings, field.key, next.value); change({}); } },
      h("small", {}, field.text), field.choices[at]?.text ?? value);
  }));
}

function drawSeats(view, made, change) {
  return h("div.setting.seats", {}, SEATS.map((seat) => h("button.button", {
    class: `${made.chosen === seat ? "open" : ""} ${made.stacks[seat] ? "" : "free"}`, disabled: view.playing, "data-seat": seat,
    onclick: () => change({ chosen: seat, entry: "" }),
  }, h("small", {}, `${seat}${made.button === seat ? ` · ${view.words.button}` : ""}`), made.stacks[seat] ? amount(made.stacks[seat]) : "–")));
}

function drawEntry(view, made, change) {
  const field = view.fields.find((each) => each.key === made.chosen);
  const label = field ? field.text : `${view.words.seat} ${made.chosen}`;
  const value = field ? read(made.settings, field.key) / field.scale : made.stacks[made.chosen] || 0;
  const enter = (entry) => {
    if (field) write(made.settings, field.key, Number(entry || 0) * field.scale);
    else if (Number(entry)) made.stacks[made.chosen] = Number(entry);
    else delete made.stacks[made.chosen];
    change({ entry });
  };
  return h("div.setting.entry", {},
    h("p", {}, view.playing ? view.words.playing : label),
    h("output", {}, amount(value)),
    keypad(made.entry, enter),
    field ? null : h("div.pair", {},
      h("button.button", { "data-set": "button", disabled: made.button === made.chosen, onclick: () => change({ button: made.chosen }) }, view.words.button_here),
      h("button.button", { "data-set": "empty", disabled: !made.stacks[made.chosen], onclick: () => enter("") }, view.words.empty)));
}

const shown = (field, settings) => Object.entries(field.only).every(([key, values]) => values.includes(read(settings, key)));

function read(settings, key) {
  return key.split(".").reduce((value, part) => value[part], settings);
}

function write(settings, key, value) {
  const parts = key.split(".");
  const last = parts.pop();
  parts.reduce((within, part) => within[part], settings)[last] = value;
}

const sorted = (stacks) => Object.entries(stacks).sort(([one], [other]) => Number(one) - Number(other));
