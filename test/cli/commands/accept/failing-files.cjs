/** Preloaded into a command: changes of files fail as on a busy mount, or the command is killed before one of them. */
const fs = require("node:fs");
const { FAIL_RENAME_TO: failing, FAIL_LINK: failsLink, FULL_DISK: isFull } = process.env;
const { KILL_AT: killAt, COUNT_CHANGES: countFile } = process.env;
const { linkSync: link, openSync: open, renameSync: rename, rmSync: remove, writeFileSync: write } = fs;

let changes = 0;
function change() {
  if (++changes === Number(killAt)) process.kill(process.pid, "SIGKILL");
}
if (countFile !== undefined) process.once("exit", () => write(countFile, String(changes)));

function fail(code = "EBUSY", text = "resource busy or locked") {
  throw Object.assign(new Error(`${code}: ${text}`), { code });
}

fs.openSync = (path, flags, ...rest) => {
  if (flags === "wx") change();
  return open(path, flags, ...rest);
};
fs.renameSync = (from, to) => {
  change();
  if (failing !== undefined && to.endsWith(failing)) fail();
  rename(from, to);
};
fs.linkSync = (from, to) => {
  if (failsLink !== undefined) fail();
  link(from, to);
};
fs.rmSync = (...args) => {
  change();
  remove(...args);
};
fs.writeFileSync = (file, content, ...rest) => {
  write(file, isFull === undefined ? content : content.slice(0, 100), ...rest);
  if (isFull !== undefined) fail("ENOSPC");
};
