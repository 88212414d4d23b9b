/** Preloaded into the provider's process. Sets its clock ahead by TEST_CLOCK_AHEAD milliseconds, like the emulator's clock. */
const ahead = Number(process.env.TEST_CLOCK_AHEAD);
const systemNow = Date.now;
Date.now = () => systemNow() + ahead;
