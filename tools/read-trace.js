// SPDX-License-Identifier: Apache-2.0
// Reads a trace with chrome://tracing's own code and prints what it finds: node read-trace.js trace_viewer_full.html TRACE
'use strict';
const fs = require('fs');
const vm = require('vm');

const [page, path] = process.argv.slice(2);
const script = /<script>([^]*)<\/script>/.exec(fs.readFileSync(page, 'utf8'))[1];
// Before this there is only the framework of its user interface.
const start = script.indexOf('this.tr=(function()');
if (start < 0) throw new Error(`${page} is not the page of chrome://tracing`);

// The code then takes this for a program without a window.
globalThis.global = globalThis;
globalThis.isVinn = true;
globalThis.Polymer = Object.assign((element) => element, { dom: () => ({}), Settings: {} });
try {
  vm.runInThisContext(script.slice(start), { filename: page });
} catch (error) {
  // Its views need a window; what reads traces stands before them.
  if (!globalThis.tr?.importer?.Import) throw error;
}

const model = new tr.Model();
new tr.importer.Import(model, new tr.importer.ImportOptions()).importTraces([fs.readFileSync(path, 'utf8')]);
for (const process of model.getAllProcesses()) {
  console.log(`process ${process.pid} '${process.name}'`);
  for (const counter of Object.values(process.counters)) {
    console.log(`  counter '${counter.name}': ${counter.series.map((s) => s.samples.length)} values`);
  }
  const threads = Object.values(process.threads).sort((a, b) => a.sortIndex - b.sortIndex);
  for (const thread of threads) {
    const slices = thread.sliceGroup.slices;
    const total = slices.filter((s) => !s.parentSlice).reduce((sum, s) => sum + s.duration, 0);
    console.log(
      `  thread ${thread.tid} '${thread.name}': ${slices.length} slices, ${total.toFixed(3)} ms, ` +
        `${thread.asyncSliceGroup.length} that overlap`);
  }
}
for (const warning of model.importWarnings) console.error(`warning: ${JSON.stringify(warning)}`);
process.exit(model.importWarnings.length === 0 ? 0 : 1);
