// What each card's way was, as far as it may be seen; and how a sealed one is opened: by two officials, not here.

import { h, icon } from "/shared/dom.js";
import { card } from "/shared/cards.js";

const clock = (ms) => new Date(ms).toLocaleTimeString("en-GB");
const path = (alert, what) => `/${what}/${encodeURIComponent(alert.table)}/${encodeURIComponent(alert.incident)}`;

/** Open the ways of the cards that a call is about. */
export async function openWays(dialog, floor, alert) {
  const { said } = floor;
  const made = { ways: null, error: "", sure: false };
  const draw = () => dialog.replaceChildren(
    h("header", {}, h("div", {}, h("b", {}, alert.table), h("span", {}, said.ways)),
      h("button.button.close", { onclick: () => dialog.close() }, said.close)),
    ...body(dialog, floor, alert, made, draw));
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  draw();
  dialog.showModal();
  try {
    const answer = await (await fetch(path(alert, "ways"))).json();
    made.ways = answer.ways || [];
    made.error = answer.error || "";
  } catch {
    made.error = said.no_answer;
  }
  draw();
}

function body(dialog, floor, alert, made, draw) {
  const { said } = floor;
  if (made.error) return [h("p.problem", {}, icon("critical"), made.error)];
  if (!made.ways) return [];
  if (!made.ways.length) return [h("p", {}, said.ways_none)];
  const sealed = made.ways.filter((way) => way.sealed);
  return [
    h("ol.ways", {}, made.ways.map((way) => drawWay(said, way))),
    sealed.length ? h("div.foot", {}, ...seal(dialog, floor, alert, made, sealed, draw)) : null,
  ];
}

function drawWay(said, way) {
  return h("li.way", { "data-handle": way.handle },
    h("b", {}, way.card ? card(way.card) : `${said.card} ${way.number}`, way.sealed ? h("span.sealed", {}, way.opened ? said.sealed_out : said.sealed) : null),
    h("ol", {}, way.stops.map((stop) => h("li", {}, h("time", {}, clock(stop.wall_ms)), h("span", {}, `${stop.place}, ${stop.face}`), stop.by.length ? h("small", {}, stop.by.join(", ")) : null))));
}

/** The seal: asked twice, written into the table's log, and only then is there something to take to the officials. */
function seal(dialog, floor, alert, made, sealed, draw) {
  const { said } = floor;
  if (alert.opened) return [h("a.button.go", { href: path(alert, "case"), download: "", "data-act": "case" }, said.case), h("p", {}, said.case_hint)];
  if (!made.sure) return [h("button.button", { "data-act": "break", onclick: () => { made.sure = true; draw(); } }, said.break_seal)];
  return [
    h("p", {}, said.break_hint),
    h("button.button.stop", { "data-act": "break-sure", onclick: async () => {
      if (await floor.act(alert.table, { event: "floor_opened", hand: alert.hand, handles: sealed.map((way) => way.handle), incident: alert.incident })) dialog.close();
    } }, said.break_sure),
  ];
}
