/** The long stories with terraform that `npm test` leaves out: who owns an alert, reads that lag behind, exports, whole projects, CI, and the guides. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  testMatch: ["**/test/**/stories/*.test.ts", "**/test/provider/stale-reads.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
