/**
 * The long tests, which `npm test` skips: Terraform, faults, hostile input, pages, exports, generated projects, CI workflows and guides.
 * `.ci/run` skips those named `longest`.
 */
/** @type {import("jest").Config} */
module.exports = {
  ...require("./jest.config.js"),
  // The temporary folder of the run is removed without a check.
  globalTeardown: null,
  // Terraform on a busy machine takes minutes.
  testTimeout: 300_000,
  testMatch: ["**/*.{long,longest}.test.ts"],
  testPathIgnorePatterns: ["/node_modules/"],
};
