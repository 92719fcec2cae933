// Cooking: one step at a time in large letters, and the screen stays on.

const dialog = document.querySelector("#cook");
const steps = [...dialog.querySelectorAll("ol > li")];
const place = dialog.querySelector("[data-place]");
let now = 0;
let lock = null;

async function stayAwake() {
  // Not every browser can, and none must.
  lock = await navigator.wakeLock?.request("screen").catch(() => null);
}

function show(step) {
  now = Math.min(steps.length - 1, Math.max(0, step));
  steps.forEach((one, index) => (one.hidden = index !== now));
  place.textContent = dialog.dataset.of.replace("{n}", now + 1).replace("{count}", steps.length);
  for (const button of dialog.querySelectorAll("[data-turn]")) {
    const to = now + Number(button.dataset.turn);
    button.disabled = to < 0 || to >= steps.length;
  }
}

document.querySelector("[data-cook]")?.addEventListener("click", () => {
  show(now);
  dialog.showModal();
  stayAwake();
});
dialog.addEventListener("click", (event) => {
  const turn = event.target.closest("[data-turn]");
  if (turn) show(now + Number(turn.dataset.turn));
});
dialog.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(now + 1);
  if (event.key === "ArrowLeft") show(now - 1);
});
dialog.addEventListener("close", () => lock?.release());
document.addEventListener("visibilitychange", () => dialog.open && document.visibilityState === "visible" && stayAwake());
