// Sends the form of set-up, join, reset or sign-in as JSON and goes on, or says what is wrong.
import { go } from "./home.js";

const form = document.querySelector("form");
const said = form.querySelector("output");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.hidden = true;
  const body = Object.fromEntries(new FormData(form));
  const code = new URLSearchParams(location.search).get("code");
  if (code) body.code = code;
  if (form.dataset.zone) body.profile = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return go(form.dataset.next);
    said.textContent = (await answer.json()).detail;
  } catch (error) {
    said.textContent = String(error.message ?? error);
  }
  said.hidden = false;
});
