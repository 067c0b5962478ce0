// SPDX-License-Identifier: Apache-2.0
import * as plan from "/plan.js";
import * as server from "/server.js";
import {trip} from "/trip.js";

const element = (id) => document.getElementById(id);
const interests = ["nature", "wildlife", "history", "art", "food", "views", "water", "adventure", "shopping"];
let landmarks = [];
let chosen = null;
let status = {state: "available"};
/// The work that Stop ends.
let running = null;
/// What Retry does.
let retry = null;
/// The timer that prewarms when the form has not been touched for a while.
let prewarmLater = null;

// MARK: Start

async function begin() {
  element("interests").replaceChildren(...interests.map((name) => {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.name = "interests";
    box.value = name;
    label.append(box, name);
    return label;
  }));
  connect();
  try {
    [landmarks, status] = await Promise.all([server.get("/api/landmarks"), server.get("/api/status")]);
  } catch (error) {
    return notice(error.message);
  }
  if (status.message) notice([status.message, status.advice, status.detail && `(${status.detail})`].filter(Boolean).join(" "));
  list();
  await follow();
}

function notice(text) {
  element("notice").textContent = text;
  element("notice").hidden = !text;
}

const say = (text) => { element("status").textContent = text; };

/// Shows what the address names: `#landmark/NAME`, `#trip/NUMBER`, `#saved`.
async function follow() {
  const [kind, name] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (kind === "landmark") {
    const found = landmarks.find((landmark) => landmark.name === name);
    if (found && (found !== chosen || trip.id !== null)) open(found);
  } else if (kind === "trip") {
    if (trip.id !== Number(name)) await openTrip(Number(name));
  } else {
    document.body.classList.remove("viewing");
  }
  const isSaved = kind === "saved";
  element("saved-panel").hidden = !isSaved;
  element("landmark-panel").hidden = isSaved;
  if (isSaved) await listSaved();
}

// MARK: Landmarks

function list() {
  const words = element("search").value.trim().toLowerCase();
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const found = landmarks.filter((landmark) =>
    plain(`${landmark.name} ${landmark.continent ?? "your own"} ${landmark.shortDescription}`).includes(plain(words)));
  element("search-count").textContent = words ? `${found.length} of ${landmarks.length}` : "";
  const groups = Map.groupBy ? Map.groupBy(found, (l) => l.continent ?? "Your own") : group(found);
  element("landmarks").replaceChildren(...[...groups].flatMap(([continent, members]) => {
    const heading = document.createElement("h2");
    heading.textContent = continent;
    const list = document.createElement("ul");
    list.append(...members.map(entry));
    return [heading, list];
  }));
}

function group(found) {
  const groups = new Map();
  for (const landmark of found) {
    const key = landmark.continent ?? "Your own";
    groups.set(key, [...(groups.get(key) ?? []), landmark]);
  }
  return groups;
}

function entry(landmark) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "landmark";
  button.dataset.name = landmark.name;
  button.textContent = landmark.name;
  button.setAttribute("aria-current", String(landmark === chosen));
  const note = document.createElement("small");
  note.textContent = landmark.shortDescription;
  button.append(note);
  button.addEventListener("click", () => { location.hash = `landmark/${encodeURIComponent(landmark.name)}`; });
  item.append(button);
  return item;
}

/// Shows a landmark's page; what was planned before goes.
function open(landmark) {
  stop();
  trip.start(null);
  plan.clear();
  plan.clearCalls();
  fail(null);
  say("");
  element("figures").textContent = "";
  showLandmark(landmark);
  element("landmark-name").focus({preventScroll: true});
}

function showLandmark(landmark) {
  chosen = landmark;
  document.body.classList.add("viewing");
  element("welcome").hidden = true;
  element("landmark").hidden = false;
  element("landmark-name").textContent = landmark.name;
  element("landmark-where").textContent =
    [landmark.continent, `${landmark.placeCount} places known`].filter(Boolean).join(" · ");
  element("landmark-description").textContent = landmark.description;
  // Where the machine is not eligible the page tells of the place, and that is all.
  element("wishes").hidden = status.state !== "available";
  for (const button of document.querySelectorAll(".landmark")) {
    button.setAttribute("aria-current", String(button.dataset.name === landmark.name));
  }
  prewarm();
  update();
}

/// Has the model read what a plan with the wishes of the form would, so that it can begin at once when it is asked.
function prewarm() {
  clearTimeout(prewarmLater);
  if (status.state !== "available" || !chosen) return;
  const {days, preferences} = wishes();
  server.post("/api/prewarm", {landmark: chosen.name, days, preferences}).catch(() => {});
}

// MARK: Generating

function wishes() {
  const data = new FormData(element("wishes"));
  const text = (name) => data.get(name) || undefined;
  return {
    days: Number(data.get("days")),
    start: text("start"),
    preferences: {
      travellers: text("travellers"), pace: text("pace"), budget: text("budget"), diet: text("diet"),
      interests: data.getAll("interests"), stepFree: data.get("stepFree") === "on", note: text("note"),
    },
  };
}

async function generate(options = {}) {
  if (running || !chosen) return;
  const wanted = wishes();
  const body = {landmark: chosen.name, days: wanted.days, preferences: wanted.preferences, ...options};
  retry = () => generate(options);
  plan.clear();
  plan.clearCalls();
  await run("/api/plan", body, {
    finished(value) {
      value.document.start = wanted.start;
      // A plan that was saved stays as it was: this is another one.
      trip.start(value);
      if (location.hash.startsWith("#trip/")) history.replaceState(null, "", `#landmark/${encodeURIComponent(chosen.name)}`);
    },
    partial(document) {
      retry = () => resume(document);
    },
  });
}

/// Goes on from the days that are complete.
async function resume(partial) {
  retry = () => resume(partial);
  plan.show({document: partial, maps: [], cautions: []});
  const drawn = await server.send("POST", "/api/draw", partial).catch(() => null);
  drawn?.maps.forEach((svg, day) => plan.setMap(day, svg));
  await run("/api/replan", {document: partial, part: "rest"}, {
    finished: (value) => trip.start(value),
    partial(document) { retry = () => resume(document); },
  });
}

const seed = () => Math.floor(Math.random() * 2 ** 32);

/// Writes a day or a stop anew.
async function redo(part, day, stop) {
  if (running || !trip.current) return;
  retry = () => redo(part, day, stop);
  plan.clearCalls();
  plan.clearPart(part, day, stop);
  const before = trip.current;
  const isDone = await run("/api/replan", {document: before.document, part, day, stop, seed: seed()}, {
    finished(value) {
      trip.change(value);
      keep();
    },
  });
  // What was there stays where nothing took its place.
  if (!isDone) plan.show(before);
}

/// Runs one request of events. Returns whether it came to its end.
async function run(path, body, handlers) {
  const control = new AbortController();
  running = control;
  fail(null);
  element("figures").textContent = "";
  plan.setBusy(true);
  update();
  say(`Planning ${chosen?.name ?? "the trip"}…`);
  let isDone = false;
  let daysSaid = 0;
  try {
    for await (const {name, data} of server.events(path, body, control.signal)) {
      if (name === "progress") {
        if (data.done < data.total) say(`Reading ${Math.round(data.done / data.total * 100)} %`);
      } else if (name === "search") {
        plan.addCall(data);
      } else if (name === "field") {
        plan.setField(data.path, data.text);
        // Said once a day: a reader's voice should not follow each word.
        const day = Number(data.path.match(/^days\/(\d+)/)?.[1] ?? -1) + 1;
        if (day > daysSaid || data.path === "title" && daysSaid === 0) say(day ? `Writing day ${day}` : "Writing");
        daysSaid = Math.max(day, daysSaid);
      } else if (name === "map") {
        plan.setMap(data.day, data.svg);
      } else if (name === "failed") {
        if (data.document) handlers.partial?.(data.document);
        fail(`${data.message} ${data.advice}`);
      } else if (name === "finished") {
        isDone = true;
        handlers.finished(data.trip);
        plan.show(trip.current);
        say("The plan is ready.");
        element("figures").textContent =
          `First words after ${data.firstField} ms, whole plan after ${(data.total / 1000).toFixed(1)} s.`;
      }
    }
    if (!isDone && element("failure").hidden) fail("The connection to infer web was lost.");
  } catch (error) {
    if (error.name === "AbortError") say("Stopped. What was written is kept until the next plan.");
    else fail(error.message);
  } finally {
    if (running === control) running = null;
    plan.setBusy(false);
    update();
  }
  return isDone;
}

function stop() { running?.abort(); }

function fail(text) {
  element("failure").hidden = !text;
  element("failure-text").textContent = text ?? "";
  if (text) say("");
}

/// Buttons for what can be done now.
function update() {
  const isReady = status.state === "available";
  element("generate").hidden = !isReady || Boolean(running) || !chosen;
  element("stop").hidden = !running;
  element("trip-actions").hidden = !trip.current || Boolean(running);
  element("another").hidden = !isReady;
  element("undo").disabled = !trip.canUndo;
  element("save").textContent = trip.id === null ? "Save" : `Saved as trip ${trip.id}`;
  element("save").disabled = trip.id !== null || !status.canSave;
  for (const button of document.querySelectorAll(".redo-day, .redo-stop")) {
    button.hidden = !isReady;
    button.disabled = Boolean(running) || !trip.current;
  }
  for (const button of document.querySelectorAll(".edit-stop, .remove-stop")) {
    button.disabled = Boolean(running) || !trip.current;
  }
}

// MARK: Changes by hand

/// Draws the changed document and makes it the current version.
async function change(document) {
  const value = await server.send("POST", "/api/draw", document).catch((error) => fail(error.message));
  if (!value) return;
  trip.change(value);
  plan.show(value);
  update();
  await keep();
}

function place(button) {
  return {
    day: Number(button.closest(".day").dataset.day), stop: Number(button.closest(".stop")?.dataset.stop ?? -1),
  };
}

function edit(button) {
  const {day, stop} = place(button);
  const item = button.closest(".stop");
  const activity = trip.current.document.trip.itinerary.days[day].activities[stop];
  const form = document.createElement("form");
  const field = (label, tag, value, limit) => {
    const wrap = document.createElement("label");
    const input = document.createElement(tag);
    input.value = value;
    input.maxLength = limit;
    input.required = true;
    wrap.append(label, input);
    form.append(wrap);
    return input;
  };
  const title = field("Name of the stop", "input", activity.title, 120);
  const text = field("What to do there", "textarea", activity.description, 600);
  const done = document.createElement("button");
  done.textContent = "Done";
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.textContent = "Cancel";
  form.append(done, " ", cancel);
  cancel.addEventListener("click", () => { plan.show(trip.current); update(); });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") cancel.click(); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const changed = trip.draft();
    const target = changed.trip.itinerary.days[day].activities[stop];
    // Another name is another place, and where that is nobody knows.
    if (target.title !== title.value) changed.trip.places[day][stop] = null;
    target.title = title.value;
    target.description = text.value;
    change(changed);
  });
  item.replaceChildren(form);
  title.focus();
}

function removeStop(button) {
  const {day, stop} = place(button);
  const changed = trip.draft();
  changed.trip.itinerary.days[day].activities.splice(stop, 1);
  changed.trip.places[day].splice(stop, 1);
  change(changed);
}

async function undo() {
  plan.show(trip.undo());
  update();
  say("The change is undone.");
  await keep();
}

// MARK: Saved trips

/// Writes the current version over the saved one, if there is one.
async function keep() {
  if (trip.id === null) return;
  await server.send("PUT", `/api/trips/${trip.id}`, trip.current.document).catch((error) => fail(error.message));
}

async function save() {
  try {
    const document = {...trip.current.document, start: wishes().start};
    const {id} = await server.send("POST", "/api/trips", document);
    trip.id = id;
    history.replaceState(null, "", `#trip/${id}`);
    say(`Saved as trip ${id}.`);
  } catch (error) {
    fail(error.message);
  }
  update();
}

async function openTrip(id) {
  stop();
  fail(null);
  plan.clearCalls();
  element("figures").textContent = "";
  try {
    const value = await server.get(`/api/trips/${id}`);
    const about = value.document.trip.landmark;
    showLandmark(landmarks.find((landmark) => landmark.name === about.name) ?? {
      ...about, placeCount: about.pointsOfInterest.length,
    });
    trip.start(value, id);
    plan.show(value);
    if (value.document.start) element("wishes").elements.start.value = value.document.start;
    say(`Trip ${id} is open.`);
    element("landmark-name").focus({preventScroll: true});
  } catch (error) {
    document.body.classList.add("viewing");
    fail(error.message);
  }
  update();
}

async function listSaved() {
  const list = element("saved");
  try {
    const trips = await server.get("/api/trips");
    list.replaceChildren(...trips.map(savedEntry));
    if (!trips.length) {
      const item = document.createElement("li");
      item.textContent = "No trips are saved yet.";
      list.append(item);
    }
  } catch (error) {
    list.replaceChildren(error.message);
  }
}

function savedEntry(saved) {
  const item = document.createElement("li");
  const openIt = document.createElement("button");
  openIt.type = "button";
  openIt.textContent = `${saved.title} (${saved.days} ${saved.days === 1 ? "day" : "days"})`;
  openIt.addEventListener("click", () => { location.hash = `trip/${saved.id}`; });
  const removeIt = document.createElement("button");
  removeIt.type = "button";
  removeIt.textContent = "Delete";
  removeIt.setAttribute("aria-label", `Delete ${saved.title}`);
  removeIt.addEventListener("click", async () => {
    await server.remove(`/api/trips/${saved.id}`).catch((error) => fail(error.message));
    if (trip.id === saved.id) trip.id = null;
    update();
    await listSaved();
  });
  item.append(openIt, removeIt);
  return item;
}

// MARK: Exports

async function exportTrip() {
  const format = element("export").value;
  element("export").value = "";
  if (!format) return;
  try {
    const document = {...trip.current.document, start: wishes().start ?? trip.current.document.start};
    const response = await server.post("/api/export", {document, format});
    const name = response.headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? `trip.${format}`;
    download(await response.blob(), name);
  } catch (error) {
    fail(error.message);
  }
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// MARK: Places of one's own

async function addLandmark(event) {
  event.preventDefault();
  const form = element("own-form");
  const data = new FormData(form);
  const error = element("own-error");
  error.hidden = true;
  try {
    const file = data.get("file");
    const landmark = await server.send("POST", "/api/landmarks", {
      name: data.get("name"), latitude: Number(data.get("latitude")), longitude: Number(data.get("longitude")),
      range: Number(data.get("range")), about: data.get("about"),
      places: file?.size ? await file.text() : undefined, placesFile: file?.size ? file.name : undefined,
    });
    landmarks = [...landmarks.filter((other) => other.name !== landmark.name), landmark];
    form.reset();
    list();
    location.hash = `landmark/${encodeURIComponent(landmark.name)}`;
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
  }
}

// MARK: Events

function connect() {
  element("search").addEventListener("input", list);
  element("generate").addEventListener("click", () => generate());
  element("stop").addEventListener("click", stop);
  element("another").addEventListener("click", () => generate({seed: seed(), avoid: trip.placeNames}));
  element("retry").addEventListener("click", () => retry?.());
  element("undo").addEventListener("click", undo);
  element("save").addEventListener("click", save);
  element("export").addEventListener("change", exportTrip);
  element("print").addEventListener("click", () => window.print());
  element("back").addEventListener("click", () => { location.hash = ""; });
  element("show-landmarks").addEventListener("click", () => {
    location.hash = "";
    document.body.classList.remove("viewing");
  });
  element("show-saved").addEventListener("click", () => {
    document.body.classList.remove("viewing");
    location.hash = "saved";
  });
  element("own-form").addEventListener("submit", addLandmark);
  element("wishes").addEventListener("submit", (event) => {
    event.preventDefault();
    generate();
  });
  // While the traveller chooses, the model reads along, once a pause shows that a choice is made.
  element("wishes").addEventListener("input", () => {
    clearTimeout(prewarmLater);
    prewarmLater = setTimeout(prewarm, 400);
  });
  element("days").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.disabled || !button.closest(".day")) return;
    if (button.matches(".redo-day")) redo("day", place(button).day);
    if (button.matches(".redo-stop")) redo("stop", place(button).day, place(button).stop);
    if (button.matches(".edit-stop")) edit(button);
    if (button.matches(".remove-stop")) removeStop(button);
  });
  window.addEventListener("hashchange", follow);
}

begin();
