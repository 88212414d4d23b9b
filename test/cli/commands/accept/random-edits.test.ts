/**
 * Laws of `dbmon accept`, for random edits of live alerts whose definitions are examples or generated. After it, the plan of an accepted alert
 * has no changes, no other definition and no other byte has changed, and a second run changes nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { acceptDrift, createProject, editLive, type Project, type Scenario } from "./accept-model";
import { generateProject } from "./generated-definitions";
import { Random } from "./random";

/** `npm run test:accept` sets 10,000. */
const numRuns = Number(process.env["DBMON_ACCEPT_RUNS"] ?? 200);
const root = join(__dirname, "../../../..");

const examples = ["examples/yaml", "examples/environments/yaml"].map((folder): Project => {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(?:yaml|json)$/.test(name) && !/\.test\.yaml$/.test(name));
  const read = (name: string) => readFileSync(join(root, folder, name), "utf8");
  const config = files.includes("dbmon.yaml") ? read("dbmon.yaml") : undefined;
  const definitions = files
    .filter((name) => name !== "dbmon.yaml")
    .map((name) => [name, read(name)] as const);
  return createProject({ config, files: new Map(definitions) });
});

const counts = { accepted: 0, refused: 0 };

it(`${numRuns} random edits are accepted, or reported as not editable`, () => {
  const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
    const random = new Random(seed);
    const project = random.chance(0.1) ? random.of(examples) : createProject(generateProject(random));
    const scenario = editLive(project, random);
    const result = acceptDrift(scenario);
    counts.accepted += result.accepted.length;
    counts.refused += result.refused.length;
    expect([...result.accepted, ...result.refused].sort()).toEqual([...scenario.drifted].sort());
    expectOnlyAccepted(scenario, result);
    const again = acceptDrift({ ...scenario, project: result.project });
    expect(again.accepted).toEqual([]);
    expect(again.refused.sort()).toEqual([...result.refused].sort());
    expect(again.project.raw).toEqual(result.project.raw);
  });
  fc.assert(property, { numRuns });
  // The laws would also hold if nothing was ever accepted.
  expect(counts.accepted).toBeGreaterThan(counts.refused);
});

const lineBreaksOf = (text: string) => ({
  hasReturns: text.includes("\r"),
  isMixed: text.includes("\r\n") && /[^\r]\n/.test(text),
});

/** Compares the files line by line, without the code under test. */
function expectOnlyAccepted(
  { project, environment }: Scenario,
  result: ReturnType<typeof acceptDrift>,
): void {
  for (const [file, before] of project.raw) {
    const after = result.project.raw.get(file) ?? "";
    expect(after.startsWith("\ufeff")).toBe(before.startsWith("\ufeff"));
    expect(lineBreaksOf(after)).toEqual(lineBreaksOf(before));
  }
  const isSame = [...project.raw].every(([file, before]) => result.project.raw.get(file) === before);
  expect(isSame).toBe(result.accepted.length === 0);
  for (const name of project.environments) {
    const before = project.definitionsOf(name);
    const after = result.project.definitionsOf(name);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const accepted = name === environment ? result.accepted : [];
    expect(accepted.filter((alert) => !result.isInSync(alert))).toEqual([]);
    const others = [...before].filter(([alert]) => !accepted.includes(alert));
    expect(others.map(([alert]) => [alert, after.get(alert)])).toEqual(others);
  }
  const lost = result.lostLines.filter((line) => line.trim().startsWith("#"));
  // Only the comment lines of removed items are removed.
  expect(lost.length).toBeLessThanOrEqual(result.removedItems);
}
