/** Files in a folder of their own, read as definitions. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readSources } from "../../src/definitions";
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
  const read = (...sources: string[]) => readSources(sources.map(path));
  return {
    path,
    write(name: string, text: string | Uint8Array): string {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      return path(name);
    },
    read,
    /** The problems of sources, as `place: what remedy`, with paths from the folder on. */
    complaints(...sources: string[]): string[] {
      return read(...sources).problems.map(({ where = {}, what, remedy = "" }) =>
        `${formatPlace(where)}: ${what} ${remedy}`.replaceAll(`${folder}/`, ""),
      );
    },
  };
}

/** An alert in one line of a list. */
export const alertNamed = (name: string) =>
  `  - { name: ${name}, policy: 1, event: { categories: [deploy] } }\n`;
