/** Preloaded into the provider's process: its clock runs ahead, as the emulator's does once it was advanced. */
const ahead = Number(process.env.TEST_CLOCK_AHEAD);
const systemNow = Date.now;
Date.now = () => systemNow() + ahead;
