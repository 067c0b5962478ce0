// SPDX-License-Identifier: Apache-2.0
// The plan on the page: fields fill in as they arrive, and a whole trip is drawn from its document.

const kinds = {
  sightseeing: "▲ Sightseeing", foodAndDining: "● Food", shopping: "■ Shopping", hotelAndLodging: "⌂ Lodging",
};
const element = (id) => document.getElementById(id);
let writing = null;

/// The place of a path such as `days/0/activities/2/title`, made where it is missing.
function target(path) {
  const parts = path.split("/");
  if (parts.length === 1) return element("plan").querySelector(`[data-path="${path}"]`);
  const day = dayElement(Number(parts[1]));
  if (parts.length === 3) return day.querySelector(`header [data-field="${parts[2]}"]`);
  return stopElement(day, Number(parts[3])).querySelector(`[data-field="${parts[4]}"]`);
}

function dayElement(index) {
  const days = element("days");
  while (days.children.length <= index) {
    const number = days.children.length;
    const day = element("day-template").content.cloneNode(true).firstElementChild;
    day.dataset.day = number;
    day.setAttribute("aria-label", `Day ${number + 1}`);
    day.querySelector(".day-number").textContent = `Day ${number + 1}`;
    day.querySelector(".redo-day").setAttribute("aria-label", `Regenerate day ${number + 1}`);
    days.append(day);
  }
  return days.children[index];
}

function stopElement(day, index) {
  const stops = day.querySelector(".stops");
  while (stops.children.length <= index) {
    const stop = element("stop-template").content.cloneNode(true).firstElementChild;
    stop.dataset.stop = stops.children.length;
    stops.append(stop);
  }
  return stops.children[index];
}

/// Puts a field's text so far in its place.
export function setField(path, text) {
  element("plan").hidden = false;
  const place = target(path);
  place.textContent = path.endsWith("/type") ? kinds[text] || text : text;
  if (writing !== place) {
    writing?.classList.remove("writing");
    writing = place;
    if (!path.endsWith("/type")) place.classList.add("writing");
  }
  if (path.endsWith("/title") && path.includes("activities")) name(place.closest(".stop"), text);
}

function name(stop, title) {
  stop.querySelector(".redo-stop").setAttribute("aria-label", `Regenerate ${title}`);
  stop.querySelector(".edit-stop").setAttribute("aria-label", `Edit ${title}`);
  stop.querySelector(".remove-stop").setAttribute("aria-label", `Remove ${title}`);
}

export function setMap(day, svg) {
  const place = dayElement(day).querySelector(".day-map");
  place.replaceChildren();
  if (!svg) return;
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (parsed.documentElement.localName === "svg") place.append(document.importNode(parsed.documentElement, true));
}

export function setBusy(isBusy) {
  element("plan").setAttribute("aria-busy", String(isBusy));
  if (!isBusy) {
    writing?.classList.remove("writing");
    writing = null;
  }
  for (const button of element("plan").querySelectorAll("button")) button.disabled = isBusy;
}

export function clear() {
  writing = null;
  element("days").replaceChildren();
  for (const field of element("plan").querySelectorAll("[data-path]")) field.textContent = "";
  element("cautions").hidden = true;
  element("plan").hidden = true;
}

/// Empties a part that is written anew.
export function clearPart(part, day, stop) {
  if (part === "day") {
    const place = dayElement(day);
    place.querySelector(".stops").replaceChildren();
    place.querySelector(".day-map").replaceChildren();
    for (const field of place.querySelectorAll("header [data-field]")) field.textContent = "";
  } else if (part === "stop") {
    for (const field of stopElement(dayElement(day), stop).querySelectorAll("[data-field]")) field.textContent = "";
  }
}

/// Draws a whole trip: what the server gives for a document.
export function show(trip) {
  const plan = trip.document.trip.itinerary;
  clear();
  for (const field of ["title", "destinationName", "description", "rationale"]) setField(field, plan[field]);
  plan.days.forEach((day, index) => {
    for (const field of ["title", "subtitle", "destination"]) setField(`days/${index}/${field}`, day[field]);
    day.activities.forEach((activity, number) => {
      for (const field of ["type", "title", "description"]) {
        setField(`days/${index}/activities/${number}/${field}`, activity[field]);
      }
    });
    setMap(index, trip.maps[index]);
  });
  setCautions(trip.cautions);
  setBusy(false);
}

export function setCautions(cautions) {
  const list = element("cautions").querySelector("ul");
  list.replaceChildren(...cautions.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
  element("cautions").hidden = !cautions.length;
}

// Tool calls

export function clearCalls() { element("calls").replaceChildren(); }

export function addCall(call) {
  // Those of the model are shown one by one, those that complete them in one line.
  const list = element("calls");
  const key = call.requester === "model" ? `model ${call.category} ${call.query}` : "planner";
  let item = [...list.children].find((child) => child.dataset.key === key && (key === "planner" || !child.classList.contains("done")));
  if (!item) {
    item = document.createElement("li");
    item.dataset.key = key;
    list.append(item);
  }
  if (key === "planner") {
    const known = new Set((item.dataset.names || "").split(", ").filter(Boolean)).add(call.category);
    item.dataset.names = [...known].join(", ");
    item.textContent = `Also looked up: ${item.dataset.names}`;
    item.classList.add("done");
    return;
  }
  item.textContent = `Searching ${call.category} “${call.query}”` + (call.count === undefined ? "" : `: ${call.count} found`);
  if (call.names?.length) item.title = call.names.join(", ");
  item.classList.toggle("done", call.count !== undefined);
}
