// Texts as files of the reader's machine: download and upload.

import { h, toast } from "./dom.js";
import { say } from "./i18n.js";

const LARGEST = 1 << 18; // characters, as the server allows

/** @param {string} name @param {string} text */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address));
}

/**
 * A button that asks for a file and gives its text.
 * @param {string} suffix of the files to choose from
 * @param {(text: string) => void} take
 */
export function uploadButton(suffix, take) {
  const read = async () => {
    const [file] = field.files;
    field.value = "";
    if (!file) return;
    try {
      if (file.size > 4 * LARGEST) throw new Error(say("upload_too_large"));
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      if (text.length > LARGEST) throw new Error(say("upload_too_large"));
      take(text.replaceAll("\r\n", "\n"));
    } catch (error) {
      toast(error instanceof TypeError ? say("upload_not_text") : error.message);
    }
  };
  const field = h("input", { type: "file", accept: `${suffix},text/plain`, hidden: true, onchange: read });
  const button = h("button", { type: "button", onclick: () => field.click() }, say("upload_text"));
  return h("span", { className: "upload" }, button, field);
}
