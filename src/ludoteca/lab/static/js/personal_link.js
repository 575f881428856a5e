// The page that shows a new student the personal link: a button copies it.

import { copyText } from "./copy_field.js";

const button = /** @type {HTMLButtonElement} */ (document.getElementById("copy"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("link"));

button.addEventListener("click", async () => {
  await copyText(field);
  button.textContent = button.dataset.copied ?? "";
});
button.disabled = false;
