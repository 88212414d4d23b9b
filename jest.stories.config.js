const longTests = require("./jest.long-tests.js");

/** The long tests that `npm test` skips: Terraform, faults, hostile input, pages, exports, generated projects, CI workflows and guides. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  // The temporary folder of the run is removed without a check.
  globalTeardown: null,
  testMatch: [
    "**/test/**/stories/**/*.test.ts",
    ...longTests.map((path) => `**/test/${path}{**/,}*.test.ts`),
  ],
  testPathIgnorePatterns: ["/node_modules/"],
};
