/** The long stories with terraform that `npm test` leaves out: who owns an alert, reads that lag behind, and exports. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  testMatch: [
    "**/test/provider/stories/*.test.ts",
    "**/test/provider/stale-reads.test.ts",
    "**/test/export/stories/*.test.ts",
  ],
  testPathIgnorePatterns: ["/node_modules/"],
};
