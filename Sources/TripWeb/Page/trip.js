// SPDX-License-Identifier: Apache-2.0
// The trip that is on the page: its document, the versions before it, and where it is saved.

const undoLimit = 50;

export const trip = {
  /// What the server gave last: {document, maps, cautions}; null while there is none.
  current: null,
  /// The number under which it is saved.
  id: null,
  versions: [],

  start(value, id = null) {
    this.current = value;
    this.id = id;
    this.versions = [];
  },

  /// Puts a new version in the place of the current one, which can be come back to.
  change(value) {
    if (this.current) this.versions.push(this.current);
    if (this.versions.length > undoLimit) this.versions.shift();
    this.current = value;
  },

  undo() {
    const before = this.versions.pop();
    if (before) this.current = before;
    return this.current;
  },

  get canUndo() { return this.versions.length > 0; },

  /// A copy of the document to be changed.
  draft() { return structuredClone(this.current.document); },

  /// The names of all places.
  get placeNames() {
    return (this.current?.document.trip.places ?? []).flat().filter(Boolean).map((place) => place.name);
  },
};
