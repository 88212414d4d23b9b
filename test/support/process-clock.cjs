/**
 * Preloaded into a program: a clock that is TEST_CLOCK_AHEAD milliseconds ahead, like the emulator's clock. With TEST_SKIPS_WAITS, a wait of
 * a second or more returns immediately and sets the clock ahead by its duration.
 */
const timers = require("node:timers/promises");
const { TEST_CLOCK_AHEAD = "0", TEST_SKIPS_WAITS } = process.env;
const wait = timers.setTimeout;
const systemNow = Date.now;
let ahead = Number(TEST_CLOCK_AHEAD);
Date.now = () => systemNow() + ahead;
if (TEST_SKIPS_WAITS === "1") {
  timers.setTimeout = (milliseconds, ...rest) => {
    if (milliseconds < 1000) return wait(milliseconds, ...rest);
    ahead += milliseconds;
    return wait(0, ...rest);
  };
}
