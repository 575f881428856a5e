// The text editor of the lab: CodeMirror with the languages of the schools, completion, and marks on lines with errors.

import {
  acceptCompletion,
  autocompletion,
  bracketMatching,
  Compartment,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  Decoration,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  highlightSpecialChars,
  history,
  historyKeymap,
  indentLess,
  indentMore,
  indentOnInput,
  indentUnit,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  StateEffect,
  StateField,
  StreamLanguage,
  search,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  Transaction,
  unifiedMergeView,
} from "../vendor/codemirror.js";
import { completion } from "./completion.js";
import { h, toast } from "./dom.js";
import { highlighting, theme } from "./editor_theme.js";
import { say } from "./i18n.js";
import { languageOf } from "./languages/language.js";

const TYPING = 150; // milliseconds without a key after which the text is checked

let editors = 0; // each has an id of its own for its hint

// The line that a link leads to.
const showLine = StateEffect.define();
const shownLine = StateField.define({
  create: () => Decoration.none,
  update(lines, { effects, docChanged, state }) {
    for (const effect of effects)
      if (effect.is(showLine)) return Decoration.set([HERE.range(state.doc.line(effect.value).from)]);
    return docChanged ? Decoration.none : lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const HERE = Decoration.line({ class: "cm-here" });

// The words of CodeMirror itself that a reader sees or hears.
const PHRASES = [
  "Find",
  "Replace",
  "next",
  "previous",
  "all",
  "match case",
  "regexp",
  "by word",
  "replace",
  "replace all",
  "close",
  "current match",
  "on line",
  "Go to line",
  "go",
  "Completions",
  "Diagnostics",
  "No diagnostics",
  "$ unchanged lines",
];
const phrases = () =>
  Object.fromEntries(PHRASES.map((words) => [words, say(`editor_phrase_${words.toLowerCase().replace(/\W+/g, "_")}`)]));

const indent = (view) => {
  if (view.state.selection.ranges.some((range) => !range.empty)) return indentMore(view);
  view.dispatch(view.state.replaceSelection(view.state.facet(indentUnit)));
  return true;
};

// What every view of a text has, also one that only shows differences.
const common = (label) => [
  lineNumbers(),
  highlightSpecialChars(),
  drawSelection(),
  bracketMatching(),
  syntaxHighlighting(highlighting),
  theme,
  indentUnit.of("    "),
  EditorState.phrases.of(phrases()),
  EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
];

/**
 * An editor. `words` are completed, each with its meaning; `check` gives the errors of a text some time after a change;
 * Ctrl-S and Ctrl-Enter call `save` and `run`; every change calls `changed`, and the loss of the focus `settled`.
 * @param {string} text
 * @param {{ label: string, name: string, fixed?: boolean, words?: import("./completion.js").Word[],
 *   check?: (text: string) => Promise<any[]>, checked?: (diagnostics: any[], error: Error | null) => void,
 *   save?: () => void, run?: () => void, changed?: () => void, settled?: () => void }} options
 */
export function editor(text, options) {
  const { label, name, fixed = false, words = [] } = options;
  const language = new Compartment();
  const hint = h("p", { className: "hint faint", id: `editor-hint-${++editors}` }, hintOf(options));
  const lines = (diagnostics) => diagnostics.filter((one) => one.line > 0 && (one.file ?? name) === name);
  const command = (work) => () => {
    work?.();
    return Boolean(work);
  };
  const keys = [
    { key: "Mod-s", run: command(options.save), preventDefault: true },
    { key: "Mod-Enter", run: command(options.run) },
    { key: "Tab", run: acceptCompletion },
    { key: "Tab", run: indent, shift: indentLess },
  ];
  const extensions = [
    keymap.of(fixed ? keys.slice(0, 2) : keys),
    common(label),
    history(),
    closeBrackets(),
    indentOnInput(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    shownLine,
    language.of([]),
    EditorState.readOnly.of(fixed),
    EditorView.contentAttributes.of({ "aria-describedby": hint.id, "aria-readonly": String(fixed) }),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.updateListener.of((update) => update.docChanged && typed()),
    EditorView.domEventHandlers({ blur: () => void settle() }),
  ];
  const state = (doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ state: state(text) });
  const element = h("div", { className: "editor" }, view.dom);
  let [waiting, unsettled, silent] = [0, false, false];

  function settle() {
    if (unsettled) options.settled?.();
    unsettled = false;
  }
  function typed() {
    clearTimeout(waiting);
    if (options.check) waiting = setTimeout(check, TYPING);
    if (silent) return;
    unsettled = true;
    options.changed?.();
  }
  async function check() {
    const checked = view.state.doc;
    try {
      const diagnostics = await options.check(checked.toString());
      if (checked !== view.state.doc) return; // the text has changed since, and is checked again
      mark(diagnostics);
      options.checked?.(diagnostics, null);
    } catch (error) {
      if (checked === view.state.doc) options.checked?.([], error);
    }
  }
  function mark(diagnostics) {
    const { doc } = view.state;
    const marks = lines(diagnostics).map(({ line, sentence, warning }) => {
      const { from, to, text: words } = doc.line(Math.min(line, doc.lines));
      const start = from + words.search(/\S|$/);
      return { from: start, to, severity: warning ? "warning" : "error", message: sentence ?? "" };
    });
    view.dispatch(setDiagnostics(view.state, marks));
  }
  languageOf(name).then(
    (found) => {
      if (!found) return;
      const parser = StreamLanguage.define(found.parser(new Set(words.map((word) => word.label))));
      const completions = autocompletion({ override: [completion(found, words)], icons: false, interactionDelay: 0 });
      view.dispatch({ effects: language.reconfigure(fixed ? parser : [parser, completions]) });
    },
    (error) => toast(error.message),
  );
  if (options.check) check();
  return {
    element: h("div", { className: "editing" }, element, hint),
    text: () => view.state.doc.toString(),
    // Replaces the text by another, as a program does; the reader can bring back the old one where that is `undoable`.
    put(other, undoable = false) {
      silent = true;
      const changes = { from: 0, to: view.state.doc.length, insert: other };
      view.dispatch({ changes, annotations: Transaction.addToHistory.of(undoable) });
      mark([]);
      silent = false;
    },
    mark,
    check,
    // Shows a line and puts the cursor there.
    goTo(line) {
      if (!line) return;
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const effects = [EditorView.scrollIntoView(at.from, { y: "center" }), showLine.of(at.number)];
      view.dispatch({ selection: { anchor: at.from }, effects });
      requestAnimationFrame(() => {
        view.requestMeasure();
        view.focus();
        view.dispatch({ effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
      });
    },
    close() {
      clearTimeout(waiting);
      view.destroy();
    },
  };
}

/** @param {{ fixed?: boolean, save?: () => void, run?: () => void }} options */
const hintOf = ({ fixed, save, run }) =>
  [
    save && !fixed && say("editor_hint_save"),
    run && say("editor_hint_run"),
    say("editor_hint_search"),
    !fixed && say("editor_hint_leave"),
  ]
    .filter(Boolean)
    .join(" ");

/**
 * The differences between two texts, line by line.
 * @param {string} before @param {string} after @param {{ label: string, name: string }} options
 */
export async function differences(before, after, { label, name }) {
  const found = await languageOf(name);
  const view = new EditorView({
    state: EditorState.create({
      doc: after,
      extensions: [
        common(label),
        found ? StreamLanguage.define(found.parser(new Set())) : [],
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-readonly": "true", tabindex: "0" }),
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 4 } }),
      ],
    }),
  });
  return { element: h("div", { className: "editor differences" }, view.dom), close: () => view.destroy() };
}
