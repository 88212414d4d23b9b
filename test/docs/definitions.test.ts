/** docs/definitions.md works as written, without terraform, and documents every key. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { definitionsFileSchema } from "../../src/definitions";
import { readGuide } from "./guide";
import { freePort, Reader } from "./reader";

const page = readFileSync(resolve(__dirname, "../../docs/definitions.md"), "utf8");

it("works as written", async () => {
  const reader = new Reader(await freePort());
  try {
    const steps = readGuide(page.replaceAll("8080", reader.port)).flatMap((section) => section.steps);
    expect(steps.filter(({ kind }) => kind === "file")).not.toEqual([]);
    for (const step of steps) await reader.follow("definitions.md", step);
  } finally {
    await reader.close();
  }
});

it("documents every key, and whether it is required", () => {
  const alert = definitionsFileSchema.shape.alerts.element;
  const { event, threshold } = alert.shape;
  const maps = [definitionsFileSchema, alert, event.unwrap(), threshold.unwrap()];
  for (const map of maps) {
    const { required = [], properties = {} } = z.toJSONSchema(map, { io: "input" });
    for (const key of Object.keys(properties).filter((one) => one !== "ignore" || map === alert)) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${key}\` `)) ?? `no row for ${key}`;
      expect(row).toMatch(
        required.includes(key)
          ? /\| required +\|/
          : new RegExp(`^\\| .${key.replace("$", "\\$")}. (?!.*required)`),
      );
    }
  }
});
