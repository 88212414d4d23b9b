/** A temporary folder per test, whose files are loaded as definitions. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadDefinitions } from "../../src/definitions";
import { formatPlace, type Problem } from "../../src/diagnostics";

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
    /** The problems of sources as `place: what remedy`, with paths relative to the folder. Warnings start with `warning: `. */
    problems(...sources: string[]): string[] {
      return load(...sources).problems.map((problem) => formatProblem(problem).replaceAll(`${folder}/`, ""));
    },
  };
}

export function formatProblem({ severity, where = {}, what, remedy = "" }: Problem): string {
  return `${severity === "warning" ? "warning: " : ""}${formatPlace(where)}: ${what} ${remedy}`;
}

/** The rows of a table of inputs and exact results. */
export function readCases<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(join(__dirname, `cases/${name}.json`), "utf8")) as Row[];
}

/** One item of the sequence `alerts`. */
export const alertNamed = (name: string) =>
  `  - { name: ${name}, policy: 1, event: { categories: [deploy] } }\n`;
