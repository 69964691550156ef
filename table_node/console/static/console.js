// The dealer's console: draws the view that the node sends, and sends one message for each touch.

import { join } from "/shared/channel.js";
import { h, draw, icon, words, amount } from "/shared/dom.js";
import { drawTable } from "./table.js";
import { drawGuide } from "./guide.js";
import { drawDrawer } from "./drawer.js";
import { drawActions, drawTools } from "./bar.js";
import { soundFor, soundReady, unlockSound } from "/shared/sound.js";
import { toast } from "/shared/toast.js";

const said = words("said");
const WIDTH = 1280;
const HEIGHT = 800;
const LONG_PROMPT = 32; // letters that fit on one line
const BOUNCE_MS = 180; // a finger that trembles must not fold two seats

const desk = {
  view: null,
  chosen: 0, // the seat that the dealer touched; 0: the one to act
  drawer: "", // "", "keypad", "chips", "reports", "deck", "award", "setting"
  entry: "", // digits of the keypad
  chips: [], // chips of one motion
  awards: null, // amounts being edited
  editing: 0,
  form: null, // the table's setting being entered
  saying: false, // the keypad of "raise to …" inside words and chips
  live: false,
  said,
  words: words("words"),
  reports: words("reports"),
  deckReports: words("deck-reports"),
};
const part = (id) => document.getElementById(id);
let lastTouch = -Infinity;

/** The seat that the buttons at the bottom are about. */
desk.seat = () => {
  const choices = desk.view.choices.seats;
  if (desk.chosen) return desk.chosen;
  return choices[desk.view.to_act] ? desk.view.to_act : 0;
};

/** Send taps; the node's answer is a new view, or a sentence that says why not. `stay`: what was opened stays open. */
desk.tap = async (taps, stay = false) => {
  const now = performance.now();
  if (now - lastTouch < BOUNCE_MS) return false;
  lastTouch = now;
  if (!stay) {
    desk.chosen = 0;
    desk.close();
  }
  const answer = await send({ kind: "tap", taps });
  if (answer.error) toast(answer.error === "lost" ? said.lost : `${said.refused}: ${answer.error}`);
  else if (taps.some((tap) => tap.tap === "call_floor")) toast(desk.view.hub_away ? said.sent_away : said.sent, desk.view.hub_away ? "refused" : "ok");
  return !answer.error;
};

desk.choose = (seat) => {
  desk.chosen = desk.chosen === seat ? 0 : seat;
  desk.entry = "";
  desk.chips = [];
  redraw();
};

desk.open = (name) => {
  const opens = desk.drawer !== name;
  desk.close();
  desk.drawer = opens ? name : "";
  redraw();
};

/** The seat is paid: at once where the screen proposes it alone, else with what is left of the pot filled in. */
desk.pay = (seat) => {
  const { rows, total, as_shown: asShown } = desk.view.award;
  if (!desk.awards && rows.length === 1 && rows[0].seat === seat) { desk.tap(asShown); return; }
  const awards = desk.awards || Object.fromEntries(rows.map((row) => [row.seat, row.amount]));
  const paid = Object.values(awards).reduce((sum, value) => sum + value, 0);
  if (!(seat in awards)) desk.awards = { ...awards, [seat]: Math.max(total - paid, 0) };
  desk.drawer = "award";
  redraw();
};

desk.close = () => {
  desk.drawer = "";
  desk.entry = "";
  desk.chips = [];
  desk.awards = null;
  desk.editing = 0;
  desk.saying = false;
  desk.form = null;
  redraw();
};

desk.redraw = () => redraw();

function redraw() {
  const view = desk.view;
  if (!view) return;
  drawTop(view);
  drawTable(part("table"), desk);
  drawGuide(part("guide"), desk);
  drawDrawer(part("drawer"), desk);
  drawActions(part("actions"), desk);
  drawTools(part("tools"), desk);
}

function drawTop(view) {
  const light = part("light");
  light.className = view.light.colour;
  light.dataset.state = view.light.state;
  draw(light, view.light, () => [icon(view.light.state), h("div", {}, h("strong", {}, view.light.word), h("span", {}, view.light.hint))]);
  part("prompt").classList.toggle("urgent", view.prompt.urgent);
  part("prompt").classList.toggle("long", view.prompt.text.length > LONG_PROMPT);
  draw(part("prompt"), view.prompt, () => [h("strong", {}, view.prompt.text), h("span", {}, view.prompt.detail)]);
  const facts = [view.table, view.hand, view.street, view.game, view.level, view.hub_away, soundReady()];
  draw(part("facts"), facts, () => [
    h("div.line", {}, h("b", {}, view.table), view.hand ? ` · ${said.hand} ${amount(view.hand)}` : "", ` · ${said.level} ${view.level}`),
    h("div.line.soft", {}, view.game),
    h("div.signs", {},
      h(`span.sign.${view.hub_away ? "away" : "well"}`, { id: "hub-sign" }, icon(view.hub_away ? "away" : "link"), view.hub_away ? said.hub_away : said.hub_ok),
      h(`span.sign.${soundReady() ? "well" : "away"}`, { title: soundReady() ? said.sound_on : said.sound_off }, icon(soundReady() ? "sound" : "mute"), soundReady() ? "" : said.sound_off)),
  ]);
}

function show(view) {
  const before = desk.view;
  desk.view = view;
  // A new turn, street or hand ends what was being entered about the old one.
  if (before && (before.to_act !== view.to_act || before.next !== view.next || before.hand !== view.hand)) {
    if (!["chips", "reports", "setting"].includes(desk.drawer)) desk.drawer = "";
    desk.chosen = 0;
    desk.entry = "";
    desk.awards = null;
    desk.editing = 0;
  }
  soundFor(before && before.light, view.light);
  redraw();
}

/** Drawn for 1280 x 800; on another screen everything grows or shrinks together, so that nothing overlaps. */
function fit() {
  document.body.style.zoom = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
}
addEventListener("resize", fit);
fit();

document.addEventListener("pointerdown", () => { unlockSound(); setTimeout(redraw, 50); });
document.addEventListener("contextmenu", (event) => event.preventDefault());

const send = join("/channel", {
  snapshot: show,
  change: (message) => show({ ...desk.view, ...message.data }),
  link: (up) => {
    desk.live = up;
    part("offline").hidden = up;
    document.body.classList.toggle("offline", !up);
  },
});
