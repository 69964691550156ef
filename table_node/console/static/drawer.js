// What opens in the middle of the table: the keypad, words and chips, reports, the deck, the award. The seats stay in reach.

import { h, draw, amount } from "/shared/dom.js";
import { keypad } from "/shared/keypad.js";
import { beginSetting, drawSetting, settingOf } from "/shared/setting.js";

export function drawDrawer(root, desk) {
  const needs = { keypad: keypadOf(desk), award: desk.view.award, setting: desk.view.setting };
  root.hidden = desk.drawer === "" || (desk.drawer in needs && !needs[desk.drawer]);
  if (root.hidden) { root.drawn = undefined; return; }
  root.dataset.drawer = desk.drawer;
  const seat = desk.seat();
  const shown = [desk.drawer, desk.saying, desk.chosen, seat, desk.entry, desk.chips, desk.awards, desk.editing, desk.view.chips, desk.view.award, desk.view.to_act, keypadOf(desk), desk.view.setting, desk.form];
  draw(root, shown, () => {
    const make = { keypad: drawKeypad, chips: drawChips, reports: drawReports, deck: drawDeck, award: drawAward, setting: drawTableSetting }[desk.drawer];
    return make(desk, seat);
  });
}

function keypadOf(desk) {
  const choices = desk.view.choices.seats[desk.seat()];
  return choices ? choices.keypad : null;
}

function keys(desk, done) {
  return keypad(desk.entry, (entry) => { desk.entry = entry; done(); });
}

function closer(desk) {
  return h("button.button.close", { onclick: () => desk.close() }, desk.said.close);
}

function drawKeypad(desk, seat) {
  const { said } = desk;
  const keypad = keypadOf(desk);
  const total = Number(desk.entry || 0);
  const text = total ? amount(total) : "–";
  return [
    keys(desk, desk.redraw),
    h("div.side", {},
      h("p", {}, h("b", {}, `${said.seat} ${seat}`), ` · ${said.enter_amount}`),
      h("output", {}, text),
      h("p.soft", {}, `${said.least} ${amount(keypad.least)} · ${said.most} ${amount(keypad.most)}`),
      h("button.button.strong.wide", {
        disabled: total === 0,
        onclick: () => desk.tap([...keypad.before, { tap: "act", seat, action: keypad.action, amount: total }]),
      }, total ? `${desk.said[keypad.action]} ${text}` : said.other),
      closer(desk)),
  ];
}

/** Words as spoken and chips as put in: the table's rules decide what they mean. */
function drawChips(desk) {
  const { view, said } = desk;
  const about = desk.chosen || view.to_act || 0;
  const title = about ? `${said.seat} ${about}${view.to_act && about !== view.to_act ? ` (${said.out_of_turn})` : ""}` : said.who;
  return [
    desk.saying ? drawSaying(desk, about) : drawMotion(desk, about, title),
    h("div.side", {},
      h("div.grid", {}, desk.words.map((word) => h("button.button", {
        disabled: !about, onclick: () => desk.tap([{ tap: "say", seat: about, words: word.word }], word.word === "raise"),
      }, word.text)), h("button.button", { class: desk.saying ? "open" : "", disabled: !about, onclick: () => { desk.saying = !desk.saying; desk.entry = ""; desk.redraw(); } }, said.raise_to)),
      h("div.row", {}, h("button.button", { disabled: !desk.chips.length, onclick: () => { desk.chips = []; desk.redraw(); } }, said.clear), closer(desk))),
  ];
}

function drawMotion(desk, about, title) {
  const { view, said } = desk;
  const sum = desk.chips.reduce((total, chip) => total + chip, 0);
  const add = (chip) => { desk.chips = [...desk.chips, chip]; desk.redraw(); };
  return h("div.side.chips", {},
    h("p", {}, h("b", {}, title)),
    h("div.grid", {}, view.chips.map((chip) => h("button.chip", { disabled: !about, onclick: () => add(chip) }, amount(chip)))),
    h("div.row", {},
      h("output", {}, desk.chips.length ? desk.chips.map(amount).join(" + ") : "–"),
      h("button.button.strong", { disabled: !sum, onclick: () => desk.tap([{ tap: "chips", seat: about, chips: desk.chips }]) }, said.put_in, sum ? h("small", {}, amount(sum)) : null)));
}

function drawSaying(desk, about) {
  const total = Number(desk.entry || 0);
  return h("div.side.saying", {},
    keys(desk, desk.redraw),
    h("button.button.strong", { disabled: !total, onclick: () => desk.tap([{ tap: "say", seat: about, words: "raise", amount: total }]) },
      desk.said.raise_to, h("small", {}, total ? amount(total) : "–")));
}

function drawReports(desk) {
  const { view, said } = desk;
  const about = desk.chosen || 0;
  return [h("div.side.full", {},
    h("p", {}, h("b", {}, about ? `${said.seat} ${about}` : said.who)),
    h("div.grid.three", {}, desk.reports.map((report) => h("button.button", {
      disabled: !about, onclick: () => desk.tap([{ tap: "report", what: report.what, seat: about }]),
    }, report.text))),
    h("div.row", {}, h("span.gap"), closer(desk)))];
}

function drawDeck(desk) {
  const { view } = desk;
  return [h("div.side.full", {},
    h("div.grid.three", {},
      view.preparation.map((button) => h("button.button", { class: button.due ? "go" : "", onclick: () => desk.tap(button.taps) }, button.text)),
      desk.deckReports.map((report) => h("button.button", { onclick: () => desk.tap([{ tap: "report", what: report.what }]) }, report.text))),
    h("div.row", {}, h("span.gap"), closer(desk)))];
}

function drawAward(desk) {
  const { view, said } = desk;
  const rows = awardRows(desk);
  const paid = Object.values(rows).reduce((total, value) => total + value, 0);
  const rest = view.award.total - paid;
  const edit = (seat) => { desk.editing = desk.editing === seat ? 0 : seat; desk.entry = ""; desk.redraw(); };
  const enter = () => { desk.awards = { ...rows, [desk.editing]: Number(desk.entry || 0) }; desk.redraw(); };
  return [
    h("div.side.award", {},
      h("div.rows", {}, Object.entries(rows).map(([seat, value]) => h("button.button.row", { class: desk.editing === Number(seat) ? "open" : "", onclick: () => edit(Number(seat)) },
        h("b", {}, `${said.seat} ${seat}`), h("span", {}, amount(value))))),
      h("p", { class: rest ? "warn" : "soft" }, rest > 0 ? `${said.left}: ${amount(rest)}` : rest < 0 ? `${said.over}: ${amount(-rest)}` : ""),
      h("div.row", {}, h("button.button.go.wide", { disabled: !paid, onclick: () => desk.tap(desk.awards ? [{ tap: "push", awards: positive(rows) }] : view.award.as_shown) }, desk.awards ? said.push_edited : said.push_shown), closer(desk))),
    desk.editing ? keys(desk, enter) : h("div.side.others", {}, h("div.grid", {}, view.award.others.filter((seat) => !rows[seat]).map((seat) => h("button.button", {
      onclick: () => { desk.awards = { ...rows, [seat]: Math.max(rest, 0) }; desk.editing = seat; desk.entry = ""; desk.redraw(); },
    }, `${said.pay} ${seat}`)))),
  ];
}

/** The table itself, while the hub is away: what is played for, seats, stacks, button. */
function drawTableSetting(desk) {
  const { setting } = desk.view;
  desk.form ||= beginSetting(setting);
  const [fields, seats, entry] = drawSetting(setting, desk.form, desk.redraw);
  entry.append(h("div.row", {},
    h("button.button.go.wide", { id: "set-table", onclick: async () => { if (await desk.tap([{ tap: "set_table", ...settingOf(setting, desk.form) }], true)) desk.close(); } }, setting.words.set),
    closer(desk)));
  return [fields, seats, entry];
}

function awardRows(desk) {
  return desk.awards || Object.fromEntries(desk.view.award.rows.map((row) => [row.seat, row.amount]));
}

function positive(rows) {
  return Object.fromEntries(Object.entries(rows).filter(([, value]) => value > 0));
}
