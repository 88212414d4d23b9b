/** The long tests, which `npm test` skips: Terraform, faults, hostile input, pages, exports, generated projects, CI workflows, guides, and details of commands. */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  // The temporary folder of the run is removed without a check.
  globalTeardown: null,
  // Terraform on a busy machine takes minutes.
  testTimeout: 300_000,
  testMatch: ["**/*.long.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
