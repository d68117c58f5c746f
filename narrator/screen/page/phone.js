"use strict";
// Draws the face that the computer sends, and sends touches back. Keeps nothing of the game.
const at = (id) => document.getElementById(id);
let face = null, live = null, typed = "", ends = 0, seat = 0;

const tell = (what) => {
  at("notice").textContent = at("notice").dataset[what];
  at("notice").dataset.state = what;
  at("notice").hidden = false;
  at("screen").hidden = true;
};
const send = (how, text) => {
  if (live && live.readyState === 1) live.send(JSON.stringify({ how, text, prompt: face ? face.prompt : 0 }));
};
const make = (tag, text, name) => {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
};
const fill = (id, made) => at(id).replaceChildren(...made);
const clock = (s) => { const n = Math.ceil(s); return Math.floor(n / 60) + ":" + String(n % 60).padStart(2, "0"); };

// What has been gathered, or how it is gathered.
function gathered() {
  const votes = face && face.cells.some((cell) => cell.token === "abstain");
  at("typed").textContent = typed || at("typed").dataset[votes ? "ballot" : "list"];
}
function touch(cell) {
  if (cell.command) return send("press", cell.token);
  if (face.entry !== "list") return send("answer", cell.token);
  if (!typed && (cell.token === "done" || cell.token === "none")) return send("type", cell.token);
  typed = (typed + " " + cell.token).trim();
  if (cell.token === "done") return sendTyped();
  gathered();
}
function sendTyped() {
  if (typed) send("type", typed);
  typed = "";
  gathered();
}
function button(cell) {
  const made = make("button", cell.say || cell.label, [cell.say && "coded", !cell.allowed && "barred"].filter(Boolean).join(" "));
  made.dataset.token = cell.token;
  if (cell.say) made.prepend(make("small", cell.label));
  made.onclick = () => touch(cell);
  return made;
}
function seatItem(one) {
  const made = make("li", "", [!one.alive && "out", one.asked && "asked", one.badge && "badge", one.wolf && "wolf"].filter(Boolean).join(" "));
  made.append(make("b", [one.number, one.badge ? "★" : "", one.name].filter(Boolean).join(" ")), make("span", one.role));
  made.onclick = () => { seat = one.number; at("menu-title").textContent = one.number; at("menu").showModal(); };
  return made;
}
function times() {
  if (!face || !face.timer) return;
  const left = face.timer.runs ? Math.max(0, ends - performance.now() / 1000) : face.timer.left;
  at("timer").firstElementChild.style.width = (face.timer.total ? Math.min(100, 100 * left / face.timer.total) : 0) + "%";
  at("timer").lastElementChild.textContent = face.timer.label + " " + clock(left);
  if (face.picture === "time") at("figures").textContent = clock(left);
}
function draw(next) {
  if (face && (face.question !== next.question || face.entry !== next.entry)) typed = "";
  face = next;
  at("notice").hidden = true;
  at("screen").hidden = false;
  for (const name of ["title", "step", "line", "question", "confirm", "heard"]) at(name).textContent = face[name];
  if (face.line === face.question) at("line").textContent = "";
  at("mode").textContent = face.mode_label;
  at("cover").textContent = at("cover").dataset[face.covered ? "on" : "off"];
  at("message").textContent = [face.over, face.message, ...face.trouble.slice(-1), ...face.queued].filter(Boolean).join(" · ");
  at("caption").textContent = [face.caption, face.place, face.entered, face.wake].filter(Boolean).join("  ");
  at("figures").className = face.picture;
  at("figures").textContent = face.figures;
  at("timer").hidden = !face.timer;
  if (face.timer) ends = performance.now() / 1000 + face.timer.left;
  fill("facts", face.facts.map((text) => make("li", "◆ " + text)));
  fill("cells", face.cells.map(button));
  fill("extras", face.extras.map(button));
  at("list").hidden = face.entry !== "list";
  gathered();
  fill("seats", face.seats.map(seatItem));
  fill("notes", face.notes.map((text) => make("li", text)));
  fill("log", face.log.slice(-12).reverse().map((one) => make("li", one.clock + " " + (one.number || "") + " " + one.text, one.mark)));
  const pause = document.querySelector("[data-press=pause]");
  pause.textContent = face.paused ? pause.dataset.resume : pause.dataset.pause;
  times();
}
function connect() {
  live = new WebSocket("ws://" + location.host + "/live");
  let opened = false;
  live.onopen = () => { opened = true; };
  live.onmessage = (message) => draw(JSON.parse(message.data));
  live.onclose = (event) => {
    face = null;
    if (event.code === 1001) return tell("over");
    // A connection that never opened was refused: this phone is not, or no longer, the judge's.
    tell(opened ? "lost" : "refused");
    setTimeout(connect, opened ? 1000 : 5000);
  };
}
async function enter() {
  const token = location.hash.slice(1);
  if (!token) return connect();
  history.replaceState(null, "", "/");
  const answer = await fetch("/enter", { method: "POST", body: token });
  if (answer.ok) return connect();
  tell(answer.status === 409 ? "busy" : answer.status === 429 ? "slow" : "refused");
}
at("cover").onclick = () => send("cover", "");
at("send").onclick = sendTyped;
at("clear").onclick = () => { typed = ""; gathered(); };
for (const key of document.querySelectorAll("[data-press]"))
  key.onclick = () => send("press", key.dataset.press === "pause" && face && face.paused ? "resume" : key.dataset.press);
for (const key of document.querySelectorAll("[data-act]"))
  key.onclick = () => { at("menu").close(); if (key.dataset.act) send("press", key.dataset.act + ":" + seat); };
addEventListener("hashchange", () => location.reload());
setInterval(times, 250);
enter();
