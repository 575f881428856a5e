// A text editor with line numbers, and marks on lines with errors.

import { h } from "./dom.js";

export function editor(text, fixed, label) {
  const gutter = h("ol", { className: "gutter", "aria-hidden": "true" });
  const area = h("textarea", {
    value: text,
    readOnly: fixed,
    spellcheck: false,
    wrap: "off",
    "aria-label": label,
    autocapitalize: "off",
    autocomplete: "off",
  });
  area.setAttribute("autocorrect", "off");
  let marks = new Map();
  const count = () => {
    const lines = area.value.split("\n").length;
    while (gutter.children.length < lines) gutter.append(h("li"));
    while (gutter.children.length > lines) gutter.lastChild.remove();
    area.rows = Math.max(18, lines + 1);
  };
  const paint = () => {
    [...gutter.children].forEach((row, i) => {
      row.className = marks.get(i + 1) ?? "";
    });
  };
  area.addEventListener("input", () => {
    count();
    marks = new Map();
    paint();
  });
  count();
  return {
    element: h("div", { className: "editor" }, gutter, area),
    text: () => area.value,
    put(other) {
      area.value = other;
      marks = new Map();
      count();
      paint();
    },
    mark(diagnostics) {
      marks = new Map(diagnostics.map((one) => [one.line, one.warning ? "warned" : "wrong"]));
      for (const one of diagnostics) if (!one.warning) marks.set(one.line, "wrong");
      paint();
    },
    // Shows a line and puts the cursor there.
    goTo(line) {
      if (!line) return;
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      if (!marks.size) {
        marks = new Map([[line, "here"]]);
        paint();
      }
      requestAnimationFrame(() => {
        area.focus({ preventScroll: true });
        area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
        gutter.children[line - 1]?.scrollIntoView({ block: "center" });
      });
    },
  };
}
