/** The example of each command's page in docs/cli prints what the page shows. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { readGuide } from "./guide";
import { freePort, Reader } from "./reader";

const root = resolve(__dirname, "../..");
const source = "scripts/cli-examples.md";
const read = (file: string) => readFileSync(join(root, file), "utf8");

it("runs as written", async () => {
  const programs = mkdtempSync(join(tmpdir(), "cli-examples-"));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`;
  writeFileSync(join(programs, "dbmon"), command);
  chmodSync(join(programs, "dbmon"), 0o755);
  const reader = new Reader(await freePort(), programs);
  try {
    for (const step of readGuide(read(source).replaceAll("8080", reader.port)))
      await reader.follow(source, step);
  } finally {
    await reader.close();
    rmSync(programs, { recursive: true });
  }
});

it.each(readdirSync(join(root, "docs/cli")).filter((page) => page !== "README.md"))(
  "%s has an example with its output",
  (page) => {
    const steps = readGuide(read(join("docs/cli", page)).replace(/^```text\ndbmon .* ?\n```$/m, ""));
    const examples = steps.filter((step) => step.kind === "commands" && step.prints.length > 0);
    expect(examples).toHaveLength(1);
  },
);
