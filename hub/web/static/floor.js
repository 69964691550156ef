// The floor page: calls first. It keeps what the hub told it, by list and id, and draws from that alone.

import { join } from "/shared/channel.js";
import { h, draw, icon, words } from "/shared/dom.js";
import { soundCall, soundReady, unlockSound } from "/shared/sound.js";
import { toast } from "/shared/toast.js";
import { drawAlert, drawTable, drawSystem } from "./cards.js";
import { openSetting, openSheet } from "./sheet.js";
import { openWays } from "./ways.js";

const said = words("said");
const SHOWN = 60; // finished calls and notes that stay in the list
const FRESH_MS = 600_000; // a refused node stays in the banner as long; it stays in the list for good
const TABS = ["calls", "notes", "tables", "system"];

const floor = {
  said,
  acts: words("acts"),
  clauses: words("clauses"),
  lists: { alerts: new Map(), tables: new Map(), directives: new Map(), refused: new Map(), problems: new Map() },
  skew: 0, // the hub's clock minus ours
  tab: "calls",
  live: false,
};
const part = (id) => document.getElementById(id);

floor.now = () => Date.now() + floor.skew;

/** Send a judge's act; the hub shows it as pending to everybody until the table's log has it. */
floor.act = async (table, event) => {
  const answer = await send({ kind: "act", table, event });
  if (answer.error) toast(`${said.not_sent}: ${answer.error === "lost" ? said.no_answer : answer.error}`, "refused");
  else toast(said.sent, "ok");
  return !answer.error;
};
floor.sheet = (about) => openSheet(part("sheet"), floor, about);
floor.ways = (alert) => openWays(part("sheet"), floor, alert);
floor.setting = (table) => openSetting(part("sheet"), floor, table);
floor.acknowledge = (alert) => floor.act(alert.table, { event: "floor_acknowledged", incident: alert.incident });

const isCall = (alert) => alert.severity === "floor" || alert.severity === "critical";
const stands = (alert) => alert.open && !alert.withdrawn;

/** Those that wait for somebody first, the gravest before the others, then the newest. */
function sorted(alerts) {
  const rank = (alert) => (!stands(alert) ? 3 : alert.acknowledged ? 2 : alert.severity === "critical" ? 0 : 1);
  return alerts.sort((a, b) => rank(a) - rank(b) || b.number - a.number).slice(0, SHOWN);
}

function redraw() {
  const alerts = [...floor.lists.alerts.values()];
  const calls = alerts.filter(isCall);
  const waiting = calls.filter((alert) => stands(alert) && !alert.acknowledged).length;
  document.title = waiting ? `(${waiting}) ${said.title}` : said.title;
  document.body.dataset.tab = floor.tab;
  drawList(part("calls"), sorted(calls), (alert) => drawAlert(floor, alert), quiet(said.no_calls, said.no_calls_hint));
  drawList(part("notes"), sorted(alerts.filter((alert) => !isCall(alert))), (alert) => drawAlert(floor, alert), quiet(said.no_notes));
  const tables = [...floor.lists.tables.values()].sort((a, b) => a.table.localeCompare(b.table, "en", { numeric: true }));
  drawList(part("tables"), tables, (table) => drawTable(floor, table), quiet(said.no_tables));
  drawSystem(part("system"), floor);
  drawTabs({ calls: waiting, notes: 0, tables: tables.filter((table) => !table.online || table.problems.length).length, system: floor.lists.refused.size + problems().length });
  drawTop();
}

const problems = () => [...floor.lists.problems.values()].filter((problem) => problem.text);

/** Draw a list so that what did not change keeps its elements (and a finger on a button keeps the button). */
function drawList(root, items, make, empty) {
  const kept = new Map([...root.children].map((child) => [child.dataset.key, child]));
  const children = items.map((item) => {
    const value = JSON.stringify(item);
    const old = kept.get(item.id);
    if (old && old.value === value) return old;
    const element = make(item);
    element.dataset.key = item.id;
    element.value = value;
    return element;
  });
  if (!children.length) { draw(root, "empty", () => empty()); return; }
  root.drawn = undefined;
  if (children.length !== root.children.length || children.some((child, at) => child !== root.children[at])) root.replaceChildren(...children);
}

const quiet = (text, hint) => () => h("div.quiet", {}, icon("check"), h("b", {}, text), hint ? h("span", {}, hint) : null);

function drawTabs(counts) {
  draw(part("tabs"), [floor.tab, counts], () => TABS.map((tab) => h("button.tab", {
    "aria-current": floor.tab === tab ? "page" : null,
    onclick: () => { floor.tab = tab; scrollTo(0, 0); redraw(); },
  }, said[tab], counts[tab] ? h("b.count", { class: tab }, String(counts[tab])) : null)));
}

function drawTop() {
  const live = part("live");
  live.className = `sign ${floor.live ? "well" : "lost"}`;
  draw(live, floor.live, () => [icon(floor.live ? "link" : "away"), floor.live ? said.live : said.lost]);
  draw(part("sound"), soundReady(), () => (soundReady() ? null : [icon("mute"), said.sound]));
  const text = [...problems().map((problem) => problem.text), ...[...floor.lists.refused.values()].filter((refused) => floor.now() - refused.wall_ms < FRESH_MS).map((refused) => refused.text)];
  part("banner").hidden = !text.length;
  draw(part("banner"), text, () => text.map((line) => h("p", {}, icon("critical"), h("span", {}, line))));
}

function take(list, item) {
  const before = floor.lists[list].get(item.id);
  floor.lists[list].set(item.id, item);
  if (list === "alerts" && isCall(item) && stands(item) && !item.acknowledged && !before) {
    soundCall();
    if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate([180, 90, 180]);
  }
}

function showAges() {
  for (const element of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.round((floor.now() - Number(element.dataset.since)) / 1000));
    const text = seconds < 100 ? `${seconds} ${said.seconds}` : `${Math.round(seconds / 60)} ${said.minutes}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

document.addEventListener("pointerdown", () => { unlockSound(); setTimeout(drawTop, 60); });
setInterval(() => { showAges(); drawTop(); }, 1000);

const send = join("/channel", {
  snapshot: (data) => {
    floor.skew = data.wall_ms - Date.now();
    for (const [name, items] of Object.entries(floor.lists)) {
      items.clear();
      for (const item of data[name]) items.set(item.id, item);
    }
    redraw();
    showAges();
  },
  change: (message) => {
    take(message.list, message.item);
    redraw();
    showAges();
  },
  link: (up) => {
    floor.live = up;
    document.body.classList.toggle("offline", !up);
    drawTop();
  },
});
