/** `npm run test:executable`: the tests of the command and the provider, and those that only an executable has. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  testPathIgnorePatterns: ["/node_modules/", "/stories/", "/stale-reads"],
};
