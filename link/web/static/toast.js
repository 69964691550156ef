// A sentence that appears for a moment. Touching on goes on underneath.

const TOAST_MS = 6000;
let ends = 0;

/** Show `text` in the page's #toast; `kind` is its class: "refused" or "ok". */
export function toast(text, kind = "refused") {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.className = kind;
  box.hidden = false;
  ends = performance.now() + TOAST_MS;
  setTimeout(() => { if (performance.now() >= ends - 50) box.hidden = true; }, TOAST_MS);
}
