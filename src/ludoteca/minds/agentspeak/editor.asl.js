// AgentSpeak in the editor.

import { clauseParser } from "/static/js/languages/clauses.js";
import { firstGroups } from "/static/js/languages/tokens.js";

export const word = /(?<![\w.])\.?[a-z]\w*$/;

export const keywords = [
  ...".print .send .broadcast .my_name .findall .count .member .length .max .min .sort .wait .random .fail".split(" "),
  ..."move true false not div mod tell achieve askOne askAll".split(" "),
];

const STRESSED = new Set(["true", "false", "not", "div", "mod", "if", "else", "while", "for"]);

export const parser = (words) =>
  clauseParser({ line: "//", keywords: STRESSED, words, arrow: /^(<-|:-)/, atom: /^\.?[a-z]\w*(\.[a-z]\w*)*/ });

export const definitions = (text) => firstGroups(text, /^[-+]{0,2}[!?]{0,1}([a-z]\w*)/gm);
