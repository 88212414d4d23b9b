/** `npm run test:executable`: the tests of the command and the provider, and those that only an executable has. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  // A release compresses 100 MB per archive.
  testTimeout: 300_000,
  testPathIgnorePatterns: ["/node_modules/", "/stories/", "/stale-reads"],
};
