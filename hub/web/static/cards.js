// One call, one table, one line of the system list, as the judge sees it.

import { h, draw, icon, amount } from "/shared/dom.js";
import { card } from "/shared/cards.js";

const clock = (ms) => new Date(ms).toLocaleTimeString("en-GB");

export function drawAlert(floor, alert) {
  const { said } = floor;
  const over = alert.withdrawn || !alert.open;
  const state = alert.withdrawn ? "withdrawn" : !alert.open ? "closed" : alert.acknowledged ? "acknowledged" : "waiting";
  return h("article.alert", { class: `${alert.severity} ${state}`, "data-alert": alert.id, "data-kind": alert.kind },
    h("header", {},
      icon(alert.withdrawn ? "gone" : over ? "check" : alert.severity),
      h("b.table", {}, alert.table),
      h("span.where", {}, `${said.hand} ${amount(alert.hand)}`, alert.street ? ` · ${alert.street}` : ""),
      over ? h("time", {}, clock(alert.wall_ms)) : h("time", { "data-since": alert.wall_ms }, clock(alert.wall_ms))),
    h("h2", {}, alert.title, alert.where ? h("span", {}, ` · ${alert.where}`) : null),
    h("p.facts", {},
      alert.rule ? h("span.rule", {}, alert.rule) : null,
      h("span.call", { class: `call-${alert.call}` }, alert.call_word),
      alert.severity === "floor" ? null : h("span.severity", {}, alert.severity_word)),
    alert.seen ? h("p.seen", {}, alert.seen) : null,
    alert.cards.length ? h("div.cards", {}, alert.cards.map(card)) : null,
    alert.withdrawn ? h("p.state", {}, icon("gone"), said.withdrawn) : null,
    !alert.withdrawn && !alert.open ? h("p.state.well", {}, icon("check"), said.closed) : null,
    alert.steps.length && !alert.withdrawn ? h("ol.steps", {}, alert.steps.map((step) => h("li", { class: step.done ? "done" : step.current ? "current" : "later" },
      step.done ? icon("check") : h("i.dot"), h("span", {}, step.text, step.lacks ? h("em", {}, step.lacks) : null)))) : null,
    alert.pending.length ? h("p.pending", {}, icon("hand"), `${said.pending}: ${alert.pending.join(", ")}`) : null,
    alert.opened ? h("p.state", {}, icon("critical"), said.opened) : null,
    alert.withdrawn ? null : over ? h("div.buttons", {}, evidence(floor, alert)) : buttons(floor, alert));
}

const evidence = (floor, alert) => h("button.button", { "data-act": "ways", onclick: () => floor.ways(alert) }, floor.said.ways);

function buttons(floor, alert) {
  const { said } = floor;
  const acknowledge = alert.acknowledged || alert.pending_words.includes("floor_acknowledged")
    ? h("p.coming", {}, icon("check"), alert.attended ? said.attended : said.acknowledged)
    : h("button.button.go", { "data-act": "acknowledge", onclick: () => floor.acknowledge(alert) }, said.coming);
  const call = alert.severity === "floor" || alert.severity === "critical";
  return h("div.buttons", {}, call || alert.acknowledged ? acknowledge : null,
    h("button.button", { "data-act": "decide", onclick: () => floor.sheet({ alert, table: alert.table }) }, said.undecided),
    evidence(floor, alert));
}

export function drawTable(floor, table) {
  const { said } = floor;
  return h("article.table-card", { class: table.online ? "" : "offline", "data-table": table.table },
    h("header", {}, h("b.table", {}, table.table),
      h("span.sign", { class: table.online ? "well" : "lost" }, icon(table.online ? "link" : "away"),
        table.online ? said.online : table.silent_since_wall_ms ? `${said.offline} ${said.since} ${clock(table.silent_since_wall_ms)}` : said.offline)),
    h("p.facts", {},
      table.hand ? h("span", {}, `${said.hand} ${amount(table.hand)}`) : null,
      table.street ? h("span", {}, table.street) : null,
      table.next ? h("span", {}, table.to_act ? `${table.next}: ${said.seat} ${table.to_act}` : table.next) : null,
      h("span", {}, `${said.pot} ${amount(table.pot)}`),
      table.rulebook ? h("span", {}, table.rulebook.toUpperCase()) : null),
    table.board.length ? h("div.cards", {}, table.board.map(card)) : null,
    h("ul.stacks", {}, table.stacks.map(([seat, stack]) => h("li", { class: table.folded.includes(seat) ? "folded" : "" }, h("b", {}, String(seat)), amount(stack)))),
    table.ruled ? null : h("p.problem", {}, icon("critical"), said.not_ruled),
    table.problems.map((problem) => h("p.problem", {}, icon("correct"), problem)),
    h("div.buttons", {}, h("button.button", { onclick: () => floor.sheet({ alert: null, table: table.table }) }, `${said.acts_for} ${table.table}`),
      h("button.button", { "data-act": "setting", onclick: () => floor.setting(table) }, table.setting.words.title)));
}

export function drawSystem(root, floor) {
  const { said, lists } = floor;
  const refused = [...lists.refused.values()].sort((a, b) => b.wall_ms - a.wall_ms);
  const problems = [...lists.problems.values()].filter((problem) => problem.text);
  const sent = [...lists.directives.values()].sort((a, b) => (a.state === b.state ? b.wall_ms - a.wall_ms : a.state === "pending" ? -1 : 1)).slice(0, 40);
  draw(root, [refused, problems, sent], () => {
    if (!refused.length && !problems.length && !sent.length) return h("div.quiet", {}, icon("check"), h("b", {}, said.no_system));
    return [
      problems.length ? h("h3", {}, said.problems) : null,
      problems.map((problem) => h("p.line.problem", {}, icon("critical"), problem.text)),
      refused.length ? h("h3", {}, said.refused) : null,
      refused.map((each) => h("p.line.problem", { "data-refused": each.id }, icon("critical"), h("span", {}, each.text, h("small", {}, clock(each.wall_ms))))),
      sent.length ? h("h3", {}, said.sent_acts) : null,
      sent.map((each) => h("p.line", { class: each.state, "data-directive": each.id }, icon(each.state === "done" ? "check" : "hand"),
        h("span", {}, h("b", {}, `${each.table}: ${each.text}`), h("small", {}, `${each.state === "done" ? said.done : said.pending} · ${clock(each.wall_ms)}`)))),
    ];
  });
}
