/** Preloaded into a command. A wait of a second or more returns immediately and sets the clock ahead by its duration. */
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
