/** docs/definitions.md, the form of definitions files: followed word by word like a guide, but for terraform, and complete. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { definitionsFile } from "../../src/definitions";
import { readGuide } from "./guide";
import { freePort, Reader } from "./reader";

const page = readFileSync(resolve(__dirname, "../../docs/definitions.md"), "utf8");

it("the page can be followed word by word", async () => {
  const reader = new Reader(await freePort());
  try {
    const steps = readGuide(page.replaceAll("8080", reader.port)).flatMap((section) => section.steps);
    expect(steps.filter(({ kind }) => kind === "file")).not.toEqual([]);
    for (const step of steps) await reader.follow("definitions.md", step);
  } finally {
    await reader.close();
  }
});

it("the page names every key that there is, and says which have to be given", () => {
  const alert = definitionsFile.shape.alerts.element;
  const { event, threshold } = alert.shape;
  const maps = [definitionsFile, alert, event.unwrap(), threshold.unwrap()];
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
