/** `TERRAFORM_BINARY_NAME` selects the engine of all tests. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngineFolder } from "./global-setup";

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "engine-test-"));
});
afterEach(() => {
  rmSync(work, { recursive: true, force: true });
});

it("runs the named engine as terraform, under its own name and with all arguments", () => {
  const engine = join(work, "other-engine");
  writeFileSync(engine, '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\n', { mode: 0o755 });
  const folder = createEngineFolder(engine);
  try {
    const printed = execFileSync("terraform", ["plan", "-var", "name=a  b"], { env: { PATH: folder } });
    expect(printed.toString().trim().split("\n")).toEqual([engine, "plan", "-var", "name=a  b"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("finds an engine on the PATH, and reports one that is not installed", () => {
  rmSync(createEngineFolder("node"), { recursive: true });
  expect(() => createEngineFolder("no-such-engine")).toThrow(
    "Cannot find the engine no-such-engine. Install it, or set TERRAFORM_BINARY_NAME to an installed one.",
  );
});
