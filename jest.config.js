// cdktf asks terraform for its version where alerts are moved, with the environment of the process: terraform is to ask nobody.
process.env.CHECKPOINT_DISABLE = "1";

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // `npm run test:stories` runs these: long stories with terraform, of which each has its minute.
  testPathIgnorePatterns: ["/node_modules/", "/stories/", "/test/provider/stale-reads"],
  // By default jest leaves one core free, which on two cores is half of the machine.
  maxWorkers: "100%",
  // Only what hangs is to fail: a terraform beside a browser on two cores takes its time.
  testTimeout: 60_000,
  setupFilesAfterEnv: ["<rootDir>/test/support/checked-answers/index.ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
};
