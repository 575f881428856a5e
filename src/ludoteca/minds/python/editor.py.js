// Python in the editor.

import { firstGroups } from "/static/js/languages/tokens.js";
import { python } from "/static/vendor/codemirror.js";

export const word = /\b[A-Za-z_]\w*$/;

export const keywords = [
  ..."and as assert break class continue def del elif else except finally for from if import in is lambda".split(" "),
  ..."not or pass raise return try while with yield None True False abs all any dict enumerate float int".split(" "),
  ..."len list max min print range reversed round set sorted str sum tuple zip".split(" "),
];

export const parser = () => python;

export const definitions = (text) => firstGroups(text, /^\s*(?:def|class)\s+([A-Za-z_]\w*)/gm);
