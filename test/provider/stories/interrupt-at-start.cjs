/**
 * Preloaded into the provider: Ctrl-C in the terminal when the provider's file loads its first module, once per folder. A signal without a
 * handler ends the process at once. The executable loads no modules: there, when it adds its first handler of the signal.
 */
"use strict";
const { writeFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

if (process.versions.bun === undefined) {
  const load = Module._load;
  Module._load = function (request, parent, isMain) {
    if (parent !== null && parent !== undefined && parent.filename === process.argv[1]) {
      Module._load = load;
      interruptOnce();
    }
    return load(request, parent, isMain);
  };
} else {
  process.on("newListener", (event) => {
    if (event === "SIGINT") queueMicrotask(interruptOnce);
  });
}

function interruptOnce() {
  try {
    writeFileSync(join(process.env.TMPDIR, "interrupted"), "", { flag: "wx" });
  } catch {
    return;
  }
  // The process group: terraform and the provider.
  process.kill(0, "SIGINT");
}
