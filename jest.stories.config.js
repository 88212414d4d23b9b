/** The long tests that `npm test` skips: ownership of alerts, stale reads, exports, generated projects, CI workflows and guides. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  testMatch: ["**/test/**/stories/*.test.ts", "**/test/provider/stale-reads.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
