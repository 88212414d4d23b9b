/** Preloaded into a command. The second rename of a file fails as on a busy mount. */
const fs = require("node:fs");
const rename = fs.renameSync;
let calls = 0;
fs.renameSync = (...paths) => {
  if (++calls === 2) throw Object.assign(new Error("EBUSY: resource busy or locked"), { code: "EBUSY" });
  rename(...paths);
};
