// SPDX-License-Identifier: Apache-2.0
// What the page asks its server for.

export class ServerError extends Error {}

async function failure(response) {
  let message = `The server answered ${response.status}.`;
  try {
    message = (await response.json()).message || message;
  } catch { /* no JSON: the status says it */ }
  return new ServerError(message);
}

async function request(method, path, body, signal) {
  let response;
  try {
    response = await fetch(path, {
      method, signal, body: body === undefined ? undefined : JSON.stringify(body),
      headers: body === undefined ? {} : {"Content-Type": "application/json"},
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError("infer web is not running any more; start it again.");
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export const get = async (path) => (await request("GET", path)).json();
export const remove = (path) => request("DELETE", path);
export const post = (path, body) => request("POST", path, body);
export const send = async (method, path, body) => (await request(method, path, body)).json();

/// Server-sent events of a request, one by one: {name, data}. Ends when the server ends them.
export async function* events(path, body, signal) {
  const response = await request("POST", path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      text += value;
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) break;
        const event = parse(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return data.length ? {name, data: JSON.parse(data.join("\n"))} : null;
}
