// cdktf runs `terraform version` for moved alerts. This disables terraform's check for updates.
process.env.CHECKPOINT_DISABLE = "1";

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  // `npm run test:long` runs the long tests, and `npm run test:executable` those of the executable.
  testPathIgnorePatterns: ["/node_modules/", "/test/executable/", "\\.long\\.test\\.ts$"],
  // By default, jest leaves one core free, which is half of a machine with two cores.
  maxWorkers: "100%",
  // Long enough for terraform next to a browser on two cores, so that only a test that hangs fails.
  testTimeout: 60_000,
  globalSetup: "<rootDir>/test/support/jest/global-setup.ts",
  globalTeardown: "<rootDir>/test/support/jest/temporary-folder.ts",
  setupFilesAfterEnv: ["<rootDir>/test/support/jest/checked-responses/index.ts"],
  moduleNameMapper: {
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/test/support/jest/no-locales.cjs",
    // A command imports what it runs when it runs it, by the name of the compiled file.
    "^(\\.\\.?)/((?:environments/)?run|environments|environment-commands|terminal/output|topics)\\.js$":
      "$1/$2",
  },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
};
