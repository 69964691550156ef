// The table as the dealer sees it: he sits at the bottom, seat 1 on his left, then clockwise.

import { h, draw, amount } from "/shared/dom.js";
import { card } from "/shared/cards.js";

// Places on a grid of six columns and three rows (top row: seats 3 to 8).
const PLACES = { 1: [1, 3], 2: [1, 2], 3: [1, 1], 4: [2, 1], 5: [3, 1], 6: [4, 1], 7: [5, 1], 8: [6, 1], 9: [6, 2], 10: [6, 3] };

export function drawTable(root, desk) {
  const view = desk.view;
  if (!root.firstChild) {
    root.append(h("div.felt"), ...Object.keys(PLACES).map((seat) => {
      const place = h("div.place", { "data-seat": seat });
      place.style.gridColumn = PLACES[seat][0];
      place.style.gridRow = PLACES[seat][1];
      return place;
    }), h("div.middle"));
  }
  const known = Object.fromEntries(view.seats.map((seat) => [seat.seat, seat]));
  for (const place of root.querySelectorAll(".place")) {
    const number = Number(place.dataset.seat);
    const seat = known[number];
    const quick = quickTap(desk, number);
    const chosen = desk.chosen === number;
    const picking = desk.drawer === "reports" || desk.drawer === "chips";
    draw(place, [seat, quick, chosen, picking, desk.drawer === "award" || view.next === "push"], () => (seat || picking ? drawSeat(desk, number, seat, quick, chosen) : h("div.nobody", {}, String(number))));
  }
  draw(root.querySelector(".middle"), [view.board, view.board_size, view.pot, view.burns, view.aside, view.street], () => drawMiddle(desk));
}

/** The one-tap action drawn at the seat: the first of its choices. */
function quickTap(desk, number) {
  const view = desk.view;
  if (view.award && desk.drawer === "") {
    const row = view.award.rows.find((each) => each.seat === number);
    if (row) return { kind: "pay", text: `${desk.said.pay} ${amount(row.amount)}`, pay: number };
    return view.award.others.includes(number) ? { kind: "pay", text: desk.said.pay, pay: number } : null;
  }
  const choices = view.choices.seats[number];
  if (!choices || !choices.buttons.length) return null;
  return { ...choices.buttons[0], note: choices.note };
}

const stackClass = (stack) => (stack > 9999999 ? "longer" : stack > 999999 ? "long" : "");

function drawSeat(desk, number, seat, quick, chosen) {
  const said = desk.said;
  const state = seat ? seat.state : "waiting";
  const label = { folded: said.folded, dead: said.dead, all_in: said.all_in }[state];
  const plate = h("button.plate", {
    class: [state, seat && seat.to_act && "acts", seat && seat.deal && "deal", chosen && "chosen"].filter(Boolean).join(" "),
    "aria-label": `${said.seat} ${number}`,
    onclick: () => desk.choose(number),
  },
    h("span.top", {},
      h("span.number", {}, String(number), seat && seat.button ? h("i.dealer-button", {}, said.button) : null),
      h("span.stack", { class: seat ? stackClass(seat.stack) : "" }, seat ? amount(seat.stack) : "–")),
    h("span.low", { class: seat && seat.cards.length > 3 ? "many" : "" },
      h("span.cards", {}, seat ? seat.cards.map(card) : []),
      seat && seat.rows.length ? h("span.rows", {}, seat.rows.map((row) => h("span.cards", {}, row.map((name) => card(name || null))))) : null,
      seat && seat.bet ? h("span.bet", { class: seat.bet > 99999 ? "long" : "" }, amount(seat.bet)) : null),
    label ? h("span.label", {}, label) : null,
  );
  if (!quick) return [plate];
  const tap = quick.pay ? () => desk.pay(quick.pay) : () => desk.tap(quick.taps);
  return [plate, h("button.button.quick", { class: quick.kind, onclick: tap }, quick.text, quick.note ? h("small", {}, quick.note) : null)];
}

function drawMiddle(desk) {
  const { view, said } = desk;
  const slots = Math.max(view.board.length, view.board_size);
  const cards = Array.from({ length: slots }, (_, at) => (at < view.board.length ? card(view.board[at] || "??") : h("div.slot")));
  return [
    slots ? h("div.board", { "aria-label": view.street }, cards) : null,
    h("div.facts", {},
      h("span.fact.pot", {}, said.pot, " ", h("b", {}, amount(view.pot))),
      h("span.fact", {}, said.burns, " ", h("b", {}, String(view.burns))),
      view.aside ? h("span.fact", {}, said.aside, " ", h("b", {}, String(view.aside))) : null,
      view.street ? h("span.fact", {}, h("b", {}, view.street)) : null),
  ];
}
