/** Long tests outside of the folders `stories`, as paths below test/. `npm run test:stories` runs them, and `npm test` does not. */
module.exports = [
  "provider/alert",
  "provider/event",
  "provider/stale-reads",
  "provider/propagation",
  "example/constructs",
  "example/terraform",
  "export/laws",
  "emulator/page-use",
];
