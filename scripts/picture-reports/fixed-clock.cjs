/** Preloaded into the command. The time is always FIXED_TIME, in Unix milliseconds, and waits of a second or more return at once. */
const timers = require("node:timers/promises");
const time = Number(process.env.FIXED_TIME);
const wait = timers.setTimeout;
Date.now = () => time;
timers.setTimeout = (milliseconds, ...rest) => wait(milliseconds < 1000 ? milliseconds : 0, ...rest);
