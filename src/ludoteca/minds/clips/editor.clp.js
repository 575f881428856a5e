// CLIPS in the editor.

import { parenthesesParser } from "/static/js/languages/parentheses.js";
import { firstGroups } from "/static/js/languages/tokens.js";

export const word = /[A-Za-z][\w-]*$/;

export const keywords = [
  ..."defrule deftemplate deffacts deffunction defglobal defmodule slot multislot default declare salience".split(" "),
  ..."and or not exists forall test logical assert retract modify duplicate bind if then else while do".split(" "),
  ..."return printout crlf eq neq max min abs mod div choose move".split(" "),
];

const PLAIN = new Set(["choose", "move", "crlf", "eq", "neq", "max", "min", "abs", "mod", "div"]);
const STRESSED = new Set(keywords.filter((one) => !PLAIN.has(one)));

export const parser = (words) => parenthesesParser({ keywords: STRESSED, words, indent: 3 });

export const definitions = (text) =>
  firstGroups(text, /\(\s*def(?:template|rule|facts|function|module)\s+([A-Za-z][\w-]*)/g);
