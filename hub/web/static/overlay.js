// The stream overlay: one table, exactly as late as the hub decides. Transparent; sizes follow the viewport.

import { join } from "/shared/channel.js";
import { h, draw, amount } from "/shared/dom.js";
import { card } from "/shared/cards.js";

const part = (id) => document.getElementById(id);

function player(picture, seat) {
  const state = [seat.folded && "folded", seat.to_act && "acts", seat.won ? "won" : ""].filter(Boolean).join(" ");
  return h("div.player", { class: state, "data-seat": seat.seat },
    h("div.cards", { class: `n${seat.cards.length}` }, seat.cards.map(card)),
    h("div.plate", {},
      h("span.number", {}, String(seat.seat), picture.button === seat.seat ? h("i", {}, "D") : null),
      h("span.stack", {}, amount(seat.stack)),
      seat.won ? h("span.won", {}, `+${amount(seat.won)}`) : seat.bet ? h("span.bet", {}, amount(seat.bet)) : null));
}

function show(picture) {
  // The lower seats on the left, clockwise upwards; the others on the right, downwards.
  const left = picture.seats.filter((seat) => seat.seat <= 5).sort((a, b) => b.seat - a.seat);
  const right = picture.seats.filter((seat) => seat.seat > 5).sort((a, b) => a.seat - b.seat);
  draw(part("left"), [left, picture.button], () => left.map((seat) => player(picture, seat)));
  draw(part("right"), [right, picture.button], () => right.map((seat) => player(picture, seat)));
  draw(part("centre"), [picture.board, picture.pot, picture.street], () => (picture.hand ? [
    picture.board.length ? h("div.board", {}, picture.board.map((name) => card(name))) : null,
    h("div.pot", {}, picture.street ? h("span", {}, picture.street) : null, h("b", {}, amount(picture.pot))),
  ] : []));
  const mark = part("watermark");
  mark.hidden = !picture.watermark;
  draw(mark, picture.watermark, () => (picture.watermark ? [h("b", {}, picture.watermark), h("span", {}, picture.watermark)] : []));
  const director = part("director");
  const notes = [picture.opened, picture.why_backs].filter(Boolean);
  director.hidden = !notes.length;
  draw(director, notes, () => notes.map((note) => h("p", {}, note)));
  document.body.dataset.number = picture.number;
}

join(`${location.pathname}/channel${location.search}`, {
  snapshot: show,
  change: (message) => show(message.data),
  link: (up) => document.body.classList.toggle("offline", !up),
});
