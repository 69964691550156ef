// The column on the right: questions first, then the correction with its steps, rulings, devices.

import { h, draw, icon } from "/shared/dom.js";

export function drawGuide(root, desk) {
  const view = desk.view;
  const shown = [view.questions, view.incidents, view.current, view.rulings, view.devices, view.by_hand];
  draw(root, shown, () => {
    const open = view.incidents.filter((incident) => incident.open);
    const closed = view.incidents.filter((incident) => !incident.open);
    const current = open.find((incident) => incident.id === view.current);
    const parts = [
      view.questions.map((question) => drawQuestion(desk, question)),
      current ? drawIncident(current) : null,
      open.filter((incident) => incident !== current).map((incident) => drawLine(incident, incident.severity)),
      view.devices.map(drawDevice),
      view.by_hand ? h("p.line.device", {}, icon("hand"), h("span", {}, h("b", {}, desk.said.by_hand), h("small", {}, desk.said.by_hand_hint))) : null,
      view.rulings.map(drawRuling),
      closed.slice(-3).map((incident) => drawLine(incident, "check")),
    ];
    if (!parts.flat(3).filter(Boolean).length) {
      return h("div.quiet", {}, icon("check"), h("b", {}, desk.said.nothing), h("span", {}, desk.said.nothing_hint));
    }
    return parts;
  });
}

function drawQuestion(desk, question) {
  return h("section.question", { "data-question": question.id },
    h("p", {}, icon("question"), h("b", {}, question.text)),
    h("div.answers", {}, question.answers.map((answer) => h("button.button.ask", {
      onclick: () => desk.tap([{ tap: "answer", question: question.id, word: answer.word }]),
    }, answer.text))));
}

function drawIncident(incident) {
  return h("section.incident", { class: incident.severity, "data-incident": incident.id },
    h("header", {}, icon(incident.severity), h("div", {}, h("b", {}, incident.title), h("span", {}, [incident.where, incident.rule].filter(Boolean).join(" · ")))),
    h("ol.steps", {}, incident.steps.map((step) => h("li", { class: step.done ? "done" : step.current ? "current" : "later" },
      step.done ? icon("check") : h("i.dot"), h("span", {}, step.text, step.lacks ? h("em", {}, step.lacks) : null)))));
}

function drawLine(incident, sign) {
  return h("p.line", { class: incident.open ? incident.severity : "closed", "data-incident": incident.id }, icon(sign), h("span", {}, h("b", {}, incident.title), h("small", {}, [incident.where, incident.rule].filter(Boolean).join(" · "))));
}

function drawRuling(ruling) {
  return h("p.line.ruling", {}, icon("note"), h("span", {}, h("b", {}, ruling.text), h("small", {}, ruling.rule)));
}

function drawDevice(fault) {
  return h("p.line.device", {}, icon("device"), h("span", {}, h("b", {}, fault.title), h("small", {}, fault.text)));
}
