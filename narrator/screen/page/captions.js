"use strict";
// Shows the last public line as large as the window holds it.
const at = (id) => document.getElementById(id);
let shown = "";
function size() {
  let large = 16;
  const text = at("text");
  do { text.style.fontSize = large + "vw"; large -= 1; } while (large > 4 && document.documentElement.scrollHeight > innerHeight);
}
async function look() {
  try {
    const line = await (await fetch("/line")).json();
    const now = JSON.stringify(line);
    if (now !== shown) {
      shown = now;
      at("text").textContent = line.text || at("text").dataset.waiting;
      at("before").textContent = line.before;
      at("over").hidden = !line.over;
      size();
    }
  } finally {
    setTimeout(look, 150);
  }
}
addEventListener("resize", size);
look();
