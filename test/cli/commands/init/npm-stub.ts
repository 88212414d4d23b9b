import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const manifest = readFileSync(resolve(__dirname, "../../../../package.json"), "utf8");
export const { version } = JSON.parse(manifest) as { readonly version: string };

/** npm takes seconds to pack. This stand-in for it writes an empty package. @returns the PATH with it */
export function npmStub(): () => string {
  let programs = "";
  beforeAll(() => {
    programs = mkdtempSync(join(tmpdir(), "dbmon-npm-"));
    const npm = `#!/bin/sh\n[ "$1" = pack ] && for folder; do :; done && : > "$folder/dbmon-iac-${version}.tgz"\n`;
    writeFileSync(join(programs, "npm"), npm);
    chmodSync(join(programs, "npm"), 0o755);
  });
  afterAll(() => {
    rmSync(programs, { recursive: true });
  });
  return () => `${programs}:${process.env.PATH ?? ""}`;
}
