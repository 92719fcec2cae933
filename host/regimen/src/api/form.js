// Sends the form as JSON and goes on, or says what is wrong.
const form = document.querySelector("form");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = form.querySelector("output");
  said.textContent = "";
  const body = Object.fromEntries(new FormData(form));
  const code = new URLSearchParams(location.search).get("code");
  if (code) body.code = code;
  if (form.dataset.zone) {
    body.profile = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.ok) {
    location.assign(form.dataset.next);
    return;
  }
  said.textContent = (await answer.json()).detail;
});
