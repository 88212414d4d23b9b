/** docs/configuration.md works as written, and documents every key. */
import * as z from "zod";
import { configSchema } from "../../src/environments";
import { followReference, readReference } from "./reference";

const page = readReference("configuration.md");

it("works as written", async () => {
  const steps = await followReference("configuration.md");
  expect(steps.filter(({ kind }) => kind === "file")).toHaveLength(2);
});

it("documents every key, and whether it is required", () => {
  const environment = configSchema.shape.environments.unwrap().valueType;
  for (const map of [configSchema, environment]) {
    const { required = [], properties = {} } = z.toJSONSchema(map, { io: "input" });
    for (const key of Object.keys(properties)) {
      const row = page.split("\n").find((line) => line.startsWith(`- \`${key}\``)) ?? `no row for ${key}`;
      expect(row.includes("(required)")).toBe(required.includes(key));
    }
  }
});
