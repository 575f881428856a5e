// The page that shows a new student the personal link: a button copies it.

const button = /** @type {HTMLButtonElement} */ (document.getElementById("copy"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("link"));

button.addEventListener("click", async () => {
  field.select();
  // Without HTTPS, browsers have no clipboard for scripts; the old command copies what is selected.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.copied ?? "";
});
