/** A temporary folder per test, whose files are loaded as definitions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadDefinitions } from "../../src/definitions";
import { formatPlace } from "../../src/diagnostics";

export function definitionsFolder() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "dbmon-definitions-test-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = (name: string) => join(folder, name);
  const load = (...sources: string[]) => loadDefinitions(sources.map(path));
  return {
    path,
    /** @returns the absolute path */
    write(name: string, text: string | Uint8Array): string {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    load,
    /** The problems of sources as `place: what remedy`, with paths relative to the folder. */
    problems(...sources: string[]): string[] {
      return load(...sources).problems.map(({ where = {}, what, remedy = "" }) =>
        `${formatPlace(where)}: ${what} ${remedy}`.replaceAll(`${folder}/`, ""),
      );
    },
  };
}

/** One item of the sequence `alerts`. */
export const alertNamed = (name: string) =>
  `  - { name: ${name}, policy: 1, event: { categories: [deploy] } }\n`;
