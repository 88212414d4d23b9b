/** `npm run test:executable`: the tests of the command and the provider, and those that only an executable has. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  // The temporary folder of the run is removed without a check.
  globalTeardown: null,
  // Building an executable takes minutes on a busy machine.
  testTimeout: 300_000,
  testPathIgnorePatterns: ["/node_modules/", "\\.long\\.test\\.ts$"],
};
