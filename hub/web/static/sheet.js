// A judge's act in one to three touches: what, whom, how much. Fits a phone; every target is large.

import { h, amount } from "/shared/dom.js";
import { keypad as keys } from "/shared/keypad.js";
import { beginSetting, drawSetting, settingOf } from "/shared/setting.js";

const RULINGS = ["misdeal", "play", "fair", "intended", "unintended"];
const NEEDS = { restore: ["seat"], kill: ["seat"], surrender: ["seat"], return: ["seat", "amount"], award: ["seat", "amount"], penalise: ["seat", "clause"] };
const EVENTS = { picked: "floor_picked", restore: "floor_restored", kill: "floor_killed", surrender: "floor_surrendered", return: "floor_returned", award: "floor_awarded", penalise: "floor_penalised" };

/** Open the sheet about an alert (or about a table alone). */
export function openSheet(dialog, floor, about) {
  const made = { act: "", seat: about.alert && about.alert.seats.length === 1 ? about.alert.seats[0] : 0, amount: "", clause: "" };
  const draw = () => dialog.replaceChildren(...view(dialog, floor, about, made, draw));
  draw();
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
}

/** Open the form that sets a table: the next level, or seats, stacks and button. */
export function openSetting(dialog, floor, table) {
  const made = beginSetting(table.setting);
  const redraw = () => {
    const send = h("button.button.go.wide", { "data-act": "set", onclick: async (event) => {
      event.target.disabled = true;
      if (await floor.act(table.table, { event: "table_set", ...settingOf(table.setting, made) })) dialog.close();
      else event.target.disabled = false;
    } }, table.setting.words.set);
    dialog.replaceChildren(heading(dialog, floor, table.table, table.setting.words.title), ...drawSetting(table.setting, made, redraw), h("div.foot", {}, send));
  };
  redraw();
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
}

function heading(dialog, floor, table, text) {
  return h("header", {},
    h("div", {}, h("b", {}, table), h("span", {}, text)),
    h("button.button.close", { onclick: () => dialog.close() }, floor.said.close));
}

function view(dialog, floor, about, made, draw) {
  const { said } = floor;
  const missing = (NEEDS[made.act] || []).find((need) => !made[`${need}Chosen`]);
  const title = heading(dialog, floor, about.table, about.alert ? about.alert.title : "");
  if (!made.act) return [title, ...chooseAct(floor, about, made, draw)];
  const back = h("button.button", { onclick: () => { Object.assign(made, { act: "", seatChosen: false, amountChosen: false, clauseChosen: false, amount: "" }); draw(); } }, said.back);
  if (missing === "seat") return [title, h("h3", {}, said.which_seat), seats(floor, about, made, draw), h("div.foot", {}, back)];
  if (missing === "clause") return [title, h("h3", {}, said.which_clause), clauses(floor, made, draw), h("div.foot", {}, back)];
  if (missing === "amount") return [title, h("h3", {}, said.how_much), ...keypad(floor, made, draw), h("div.foot", {}, back)];
  return [title, ...confirm(dialog, floor, about, made), h("div.foot", {}, back)];
}

function chooseAct(floor, about, made, draw) {
  const likely = about.alert ? about.alert.likely : [];
  const others = floor.acts.filter((act) => !likely.includes(act.act));
  const button = (act, kind) => h("button.button.act", { class: kind, "data-act": act.act, onclick: () => { made.act = act.act; draw(); } }, act.text, h("small", {}, act.hint));
  const first = likely.map((name) => floor.acts.find((act) => act.act === name));
  return [
    first.length ? h("div.acts", {}, first.map((act) => button(act, "strong"))) : null,
    first.length ? h("h3", {}, floor.said.other) : null,
    h("div.acts.two", {}, others.map((act) => button(act, ""))),
  ].filter(Boolean);
}

function seats(floor, about, made, draw) {
  const table = floor.lists.tables.get(about.table);
  const known = table && table.stacks.length ? table.stacks.map(([seat]) => seat) : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  return h("div.grid", {}, known.map((seat) => h("button.button", {
    class: made.seat === seat ? "strong" : "", "data-seat": seat, onclick: () => { made.seat = seat; made.seatChosen = true; draw(); },
  }, String(seat))));
}

function clauses(floor, made, draw) {
  return h("div.acts", {}, floor.clauses.map((each) => h("button.button.act", {
    "data-clause": each.clause, onclick: () => { made.clause = each.clause; made.clauseChosen = true; draw(); },
  }, each.text, h("small", {}, each.clause))));
}

function keypad(floor, made, draw) {
  return [
    h("output", {}, made.amount ? amount(made.amount) : "–"),
    keys(made.amount, (digits) => { made.amount = digits; draw(); }),
    h("button.button.strong.wide", { disabled: !made.amount, onclick: () => { made.amountChosen = true; draw(); } }, floor.said.next),
  ];
}

function confirm(dialog, floor, about, made) {
  const act = floor.acts.find((each) => each.act === made.act);
  const needs = NEEDS[made.act] || [];
  const clause = floor.clauses.find((each) => each.clause === made.clause);
  const lines = [
    needs.includes("seat") ? `${floor.said.seat} ${made.seat}` : "",
    needs.includes("amount") ? amount(made.amount) : "",
    needs.includes("clause") ? `${clause.clause} · ${clause.text}` : "",
  ].filter(Boolean);
  return [
    h("div.confirm", {}, h("b", {}, act.text), h("span", {}, act.hint), lines.map((line) => h("p", {}, line))),
    h("button.button.go.wide", { "data-act": "send", onclick: async (event) => {
      event.target.disabled = true;
      if (await floor.act(about.table, eventOf(about, made))) dialog.close();
      else event.target.disabled = false;
    } }, floor.said.send),
  ];
}

function eventOf(about, made) {
  if (RULINGS.includes(made.act)) {
    const event = { event: "floor_ruled", word: made.act };
    return about.alert ? { ...event, about: about.alert.cause } : event;
  }
  const event = { event: EVENTS[made.act] };
  if (NEEDS[made.act]?.includes("seat")) event.seat = made.seat;
  if (NEEDS[made.act]?.includes("amount")) event.amount = Number(made.amount);
  if (NEEDS[made.act]?.includes("clause")) event.clause = made.clause;
  return event;
}
