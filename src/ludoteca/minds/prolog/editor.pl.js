// Prolog in the editor.

import { clauseParser } from "/static/js/languages/clauses.js";
import { firstGroups } from "/static/js/languages/tokens.js";

export const word = /\b[a-z]\w*$/;

export const keywords = [
  ..."choose better is mod rem true fail false not once ignore forall findall bagof setof aggregate_all between".split(
    " ",
  ),
  ..."member memberchk append length nth0 nth1 last reverse sort msort sum_list max_list min_list".split(" "),
  ..."maplist include exclude foldl assertz asserta retract retractall write writeln print format nl".split(" "),
  ..."dynamic discontiguous table use_module".split(" "),
];

const STRESSED = new Set(["is", "mod", "rem", "not", "true", "fail", "false", "dynamic", "discontiguous", "table"]);

export const parser = (words) =>
  clauseParser({ line: "%", keywords: STRESSED, words, arrow: /^(:-|-->)/, atom: /^[a-z]\w*/ });

export const definitions = (text) => firstGroups(text, /^([a-z]\w*)(?=\(|\s*(?::-|-->|\.\s))/gm);
