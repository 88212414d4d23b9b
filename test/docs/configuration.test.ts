/** docs/configuration.md works as written, and documents every key. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { configSchema } from "../../src/environments";
import { readGuide } from "./guide";
import { freePort, Reader } from "./reader";

const page = readFileSync(resolve(__dirname, "../../docs/configuration.md"), "utf8");

it("works as written", async () => {
  const reader = new Reader(await freePort());
  try {
    const steps = readGuide(page.replaceAll("8080", reader.port)).flatMap((section) => section.steps);
    expect(steps.filter(({ kind }) => kind === "file")).toHaveLength(2);
    for (const step of steps) await reader.follow("configuration.md", step);
  } finally {
    await reader.close();
  }
});

it("documents every key, and whether it is required", () => {
  const environment = configSchema.shape.environments.unwrap().valueType;
  for (const map of [configSchema, environment]) {
    const { required = [], properties = {} } = z.toJSONSchema(map, { io: "input" });
    for (const key of Object.keys(properties)) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${key}\` `)) ?? `no row for ${key}`;
      expect(row).toMatch(required.includes(key) ? / required +\|/ : /^\| `[\w$]+` (?!.*required)/);
    }
  }
});
