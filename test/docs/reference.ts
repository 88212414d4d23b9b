/** Executes the pages of the reference, which have no set-up: the built command is `dbmon` on the PATH. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readGuide, type Step } from "./guide";
import { freePort, Reader } from "./reader";

const root = resolve(__dirname, "../..");

export function readReference(name: string): string {
  return readFileSync(join(root, "docs", name), "utf8");
}

/** @returns the steps, in an empty folder */
export async function followReference(name: string): Promise<readonly Step[]> {
  const programs = mkdtempSync(join(tmpdir(), "reference-test-"));
  symlinkSync(join(root, "dist/cli/main.js"), join(programs, "dbmon"));
  const reader = new Reader(await freePort(), programs);
  try {
    await reader.follow(name, {
      kind: "commands",
      line: 0,
      text: "cd",
      exit: 0,
      isBackground: false,
      prints: [],
    });
    const steps = readGuide(readReference(name).replaceAll("8080", reader.port));
    for (const step of steps) await reader.follow(name, step);
    return steps;
  } finally {
    await reader.close();
    rmSync(programs, { recursive: true });
  }
}
