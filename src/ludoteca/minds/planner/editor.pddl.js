// PDDL in the editor.

import { parenthesesParser } from "/static/js/languages/parentheses.js";
import { firstGroups } from "/static/js/languages/tokens.js";

export const word = /:?[A-Za-z][\w-]*$/;

export const keywords = [
  ..."define domain problem :requirements :types :constants :predicates :functions :action :parameters".split(" "),
  ..."define :precondition :effect :objects :init :goal :metric :domain :typing :numeric-fluents".split(" "),
  ..."and or not imply when forall exists increase decrease assign minimize maximize either object number".split(" "),
];

export const parser = (words) => parenthesesParser({ keywords: new Set(keywords), words, indent: 2 });

// What actions, types, predicates and functions are called.
export const definitions = (text) => [
  ...firstGroups(text, /\(:action\s+([A-Za-z][\w-]*)/g),
  ...firstGroups(text.slice(0, text.search(/\(:action\b/) + 1 || undefined), /\(([A-Za-z][\w-]*)(?=\s+\?|\s*\))/g),
];
