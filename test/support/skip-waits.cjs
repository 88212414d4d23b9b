/** Preloaded into a command: where it waits a second or more, its clock goes on by that, and no time passes. */
const timers = require("node:timers/promises");
const wait = timers.setTimeout;
const systemNow = Date.now;
let ahead = 0;
Date.now = () => systemNow() + ahead;
timers.setTimeout = (milliseconds, ...rest) => {
  if (milliseconds < 1000) return wait(milliseconds, ...rest);
  ahead += milliseconds;
  return wait(0, ...rest);
};
