/** Long tests outside of the folders `stories`, as paths below test/. `npm run test:stories` runs them, and `npm test` does not. */
module.exports = ["provider/stale-reads", "provider/propagation", "export/laws", "emulator/page-use"];
