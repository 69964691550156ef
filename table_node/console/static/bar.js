// The two rows at the bottom: what the chosen seat (else the one to act) may do, and the dealer's own tools.

import { h, draw } from "/shared/dom.js";

export function drawActions(root, desk) {
  const { view, said } = desk;
  const seat = desk.seat();
  const choices = view.choices.seats[seat];
  draw(root, [seat, choices, view.choices.bulk, view.next, view.preparation, view.award, view.done, view.dealt, desk.awards, desk.drawer], () => [
    drawDone(desk),
    view.dealt ? h("button.button.go.wide", { id: "dealt", onclick: () => desk.tap(view.dealt.taps) }, view.dealt.text) : null,
    drawOffered(desk, seat, choices),
  ]);
}

// The step that only the dealer sees done; where it is one of several cards he says which.
function drawDone(desk) {
  const { view, said } = desk;
  if (!view.done) return null;
  if (!view.done.which.length) return h("button.button.go.wide", { id: "done", onclick: () => desk.tap(view.done.taps) }, said.done, h("small", {}, view.done.text));
  return [
    h("div.who", {}, h("b", {}, said.which_taken)),
    ...view.done.which.map((one) => h("button.button.which", { onclick: () => desk.tap(one.taps) }, one.text)),
  ];
}

function drawOffered(desk, seat, choices) {
  const { view, said } = desk;
  if (choices) return drawChoices(desk, seat, choices);
  if (view.award) return drawAward(desk);
  if (view.next === "hand") return [h("button.button.go.wide", { onclick: () => desk.tap([{ tap: "next_hand" }]) }, said.next_hand), ...drawDue(desk)];
  return drawDue(desk);
}

function drawChoices(desk, seat, choices) {
  const { view, said } = desk;
  const order = ["fold", "check", "bring_in", "call", "table", "muck"];
  const plain = choices.buttons.filter((button) => order.includes(button.kind)).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const allIn = choices.buttons.filter((button) => button.kind === "allin");
  const bulk = view.choices.bulk.filter((button) => (choices.note ? button.until === seat : !button.until));
  return [
    h("div.who", {}, h("b", {}, `${said.seat} ${seat}`), choices.note ? h("small", {}, choices.note) : null),
    plain.map((button) => h("button.button", { class: button.kind, onclick: () => desk.tap(button.taps) }, button.text)),
    choices.sizes.map((button) => h("button.button.size", { onclick: () => desk.tap(button.taps) }, button.text, h("small", {}, button.hint))),
    choices.keypad ? h("button.button", { class: desk.drawer === "keypad" ? "open" : "", onclick: () => desk.open("keypad") }, said.other) : null,
    allIn.map((button) => h("button.button.allin", { onclick: () => desk.tap(button.taps) }, button.text)),
    h("span.gap"),
    bulk.map((button) => h("button.button.bulk", { onclick: () => desk.tap(button.taps) }, button.text)),
  ];
}

/** Taps about the deck that are due, large; the others are in the drawer. */
function drawDue(desk) {
  return desk.view.preparation.filter((button) => !button.rare).map((button) => h("button.button", {
    class: button.due ? "go wide" : "", onclick: () => desk.tap(button.taps),
  }, button.text));
}

function drawAward(desk) {
  const { view, said } = desk;
  if (view.award.rows.length && !desk.awards) {
    return [
      h("button.button.go.wide", { onclick: () => desk.tap(view.award.as_shown) }, said.push_shown),
      h("button.button", { onclick: () => desk.open("award") }, said.award),
    ];
  }
  return [h("div.who", {}, h("b", {}, desk.drawer === "award" ? said.award : said.tap_winner)), h("button.button", { onclick: () => desk.open("award") }, said.award)];
}

export function drawTools(root, desk) {
  const { view, said } = desk;
  draw(root, [view.undoable, desk.drawer, view.next, Boolean(view.setting)], () => [
    h("button.button", { class: desk.drawer === "chips" ? "open" : "", onclick: () => desk.open("chips") }, said.words_chips),
    h("button.button", { class: desk.drawer === "reports" ? "open" : "", onclick: () => desk.open("reports") }, said.reports),
    h("button.button", { class: desk.drawer === "deck" ? "open" : "", onclick: () => desk.open("deck") }, said.deck),
    view.setting ? h("button.button", { id: "setting", class: desk.drawer === "setting" ? "open" : "", onclick: () => desk.open("setting") }, said.setting) : null,
    h("span.gap"),
    h("button.button", { id: "undo", disabled: view.undoable === 0, onclick: () => desk.tap([{ tap: "undo" }]) }, said.undo, view.undoable ? h("small", {}, String(view.undoable)) : null),
    h("button.button.stop", { id: "floor", onclick: () => desk.tap([{ tap: "call_floor" }]) }, said.floor),
  ]);
}
