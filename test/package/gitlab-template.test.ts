/** ci/dbmon.gitlab-ci.yml as a project includes it: each job's inputs are accepted by the command. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseAllDocuments } from "yaml";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const [header, pipeline] = parseAllDocuments(readFileSync(join(root, "ci/dbmon.gitlab-ci.yml"), "utf8")).map(
  (document): unknown => ("toJS" in document ? (document.toJS() as unknown) : undefined),
);
const { spec } = z
  .object({ spec: z.object({ inputs: z.record(z.string(), z.looseObject({ default: z.string() })) }) })
  .parse(header);
const job = z.looseObject({
  script: z.array(z.string()).optional(),
  variables: z
    .object({ DBMON_INPUTS: z.strictObject({ value: z.string(), expand: z.literal(false) }) })
    .optional(),
});
const jobs = z.record(z.string(), job).parse(pipeline);
const names = Object.keys(jobs).filter((name) => !name.startsWith("."));

/** As GitLab inserts inputs into texts. */
function interpolate(text: string, inputs: Readonly<Record<string, string>>): string {
  return text.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = inputs[name] ?? spec.inputs[name]?.default;
    if (value === undefined) throw new Error(`the template has no input ${name}`);
    return value;
  });
}

it("has a job for each event, and no script reads an input", () => {
  expect(names).toEqual(["dbmon-check", "dbmon-plan", "dbmon-apply", "dbmon-drift"]);
  expect(jobs[".dbmon"]?.script).toEqual(["npx --no dbmon pipeline gitlab"]);
  for (const name of names) expect(jobs[name]?.script).toBeUndefined();
});

it.each(names)("the command accepts the inputs of %s", (name) => {
  const folder = mkdtempSync(join(tmpdir(), "dbmon-gitlab-"));
  const definition = "alerts:\n  - { name: A, policy: 1, destinations: [1], event: { categories: [a] } }\n";
  writeFileSync(join(folder, "alerts.yaml"), definition);
  const inputs = { sources: "alerts.yaml" };
  const run = spawnSync(process.execPath, [join(root, "dist/cli/main.js"), "pipeline", "gitlab"], {
    cwd: folder,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      DBMON_INPUTS: interpolate(jobs[name]?.variables?.DBMON_INPUTS.value ?? "", inputs),
    },
  });
  rmSync(folder, { recursive: true });
  // The other jobs then need variables, which are not set here.
  const expected = { "dbmon-check": "1 alert checked", "dbmon-drift": "CI_API_V4_URL is not set." }[name];
  expect(run.stdout + run.stderr).toContain(expected ?? "No base URL is set.");
});
