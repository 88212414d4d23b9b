module.exports = {
  transform: { "\\.ts$": "@swc/jest" },
  setupFilesAfterEnv: ["dbmon-iac/testing"],
  modulePathIgnorePatterns: ["/cdktf.out/"],
  testTimeout: 120_000,
};
