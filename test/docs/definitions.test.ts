/** docs/definitions.md works as written, without terraform, and documents every key. */
import * as z from "zod";
import { definitionsFileSchema } from "../../src/definitions";
import { followReference, readReference } from "./reference";

const page = readReference("definitions.md");

it("works as written", async () => {
  const steps = await followReference("definitions.md");
  expect(steps.filter(({ kind }) => kind === "file")).not.toEqual([]);
});

it("documents every key, and whether it is required", () => {
  const alert = definitionsFileSchema.shape.alerts.element;
  const { event, threshold } = alert.shape;
  const maps = [definitionsFileSchema, alert, event.unwrap(), threshold.unwrap()];
  for (const map of maps) {
    const { required = [], properties = {} } = z.toJSONSchema(map, { io: "input" });
    for (const key of Object.keys(properties).filter((one) => one !== "ignore" || map === alert)) {
      const row = page.split("\n").find((line) => line.startsWith(`- \`${key}\``)) ?? `no row for ${key}`;
      expect(row.includes("(required)")).toBe(required.includes(key));
    }
  }
});
