// The body map and the list of areas say the same.
const form = document.querySelector("#pain");
const list = form.elements.area;
const areas = [...form.querySelectorAll(".area")];

function choose(key) {
  list.value = key;
  for (const area of areas) area.setAttribute("aria-pressed", String(area.dataset.area === key));
}

for (const area of areas) {
  area.addEventListener("click", () => choose(area.dataset.area));
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(area.dataset.area);
  });
}
list.addEventListener("change", () => choose(list.value));
