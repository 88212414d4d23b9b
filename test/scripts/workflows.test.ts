/** The project's own workflows: each step is a script that also runs here, with the least permissions and pinned actions. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load as parse } from "js-yaml";
import * as z from "zod";

const root = resolve(__dirname, "../..");
const folder = join(root, ".github/workflows");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

const permissions = z.record(z.string(), z.enum(["read", "write"]));
const strings = z.record(z.string(), z.string());
const step = z.strictObject({
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: strings.optional(),
  run: z.string().optional(),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({}),
  concurrency: z.unknown(),
  defaults: z.strictObject({ run: z.strictObject({ shell: z.literal("bash") }) }),
  jobs: z.record(
    z.string(),
    z.looseObject({ permissions, "timeout-minutes": z.number(), steps: z.array(step) }),
  ),
});

const read = (file: string) => workflow.parse(parse(readFileSync(join(folder, file), "utf8")));
const files = readdirSync(folder);

describe.each(files)("%s", (file) => {
  const { on, jobs } = read(file);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("runs only scripts of package.json, and installs only pinned tools", () => {
    for (const { run } of steps) {
      const isTool = /^(npm ci( --ignore-scripts)?|npm publish \S+ [-\w ]+|pipx install [\w-]+==[\d.]+)$/;
      if (run === undefined || isTool.test(run)) continue;
      const name = /^npm (?:run )?([\w:]+)(?: -- [-\w "$]+)?$/.exec(run)?.[1];
      expect({ run, isScript: name !== undefined && Object.hasOwn(scripts, name) }).toEqual({
        run,
        isScript: true,
      });
    }
  });

  it("pins each action to one commit and names its version, and does not persist credentials", () => {
    const actions = new Set(steps.flatMap(({ uses = [] }) => uses));
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const lines = readFileSync(join(folder, file), "utf8").match(/uses:.*/g) ?? [];
    expect(lines.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    const runningCode = Object.values(jobs).filter((job) =>
      job.steps.some(({ run = "" }) => /^npm (ci|run)/.test(run)),
    );
    expect(checkouts).toHaveLength(runningCode.length);
    for (const checkout of checkouts) expect(checkout.with).toEqual({ "persist-credentials": false });
  });

  it("does not run for events in which untrusted code would receive secrets", () => {
    for (const event of Object.keys(on)) expect(["pull_request", "push"]).toContain(event);
  });
});

it("the templates and the workflows pin each action to the same commit", () => {
  const templates = ["yaml", "environments", "hcl", "typescript"].map((language) =>
    join(root, "templates", language, ".github/workflows"),
  );
  const strings = [folder, ...templates].flatMap((place) =>
    readdirSync(place).map((name) => readFileSync(join(place, name), "utf8")),
  );
  const actions = new Set(strings.flatMap((text) => text.match(/uses: \S+@[0-9a-f]{40}/g) ?? []));
  const names = [...actions].map((action) => action.split("@")[0]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("publishes the file that was built and tested, and runs no installation script beside a token or key", () => {
  const { build, publish, npm } = read("release.yml").jobs;
  const scriptsOf = (job = build) => job?.steps.flatMap(({ run = [] }) => run);
  expect(scriptsOf(build)).toEqual([
    "npm ci",
    "npm test",
    'npm run release -- --tag "$GITHUB_REF_NAME"',
    "npm run release:test",
  ]);
  expect(scriptsOf(publish)?.[0]).toBe("npm ci --ignore-scripts");
  expect(scriptsOf(npm)).toEqual([
    "npm publish ./release/dbmon-iac-*.tgz --ignore-scripts --provenance --access public",
  ]);
  const [uploaded, ...downloaded] = [build, publish, npm].flatMap((job) =>
    (job?.steps ?? [])
      .filter(({ uses = "" }) => /load-artifact@/.test(uses))
      .map((one) => one.with?.["name"]),
  );
  expect(downloaded).toEqual([uploaded, uploaded]);
});

it("only the jobs that publish can write, and only the step that signs receives the key", () => {
  const jobs = files.flatMap((file) =>
    Object.entries(read(file).jobs).map(([name, job]) => ({ name: `${file}: ${name}`, ...job })),
  );
  const writing = jobs.filter((job) => Object.values(job.permissions).includes("write"));
  expect(writing.map(({ name, permissions: granted }) => [name, granted])).toEqual([
    ["docs.yml: deploy", { pages: "write", "id-token": "write" }],
    ["release.yml: publish", { contents: "write", "id-token": "write", attestations: "write" }],
    ["release.yml: npm", { "id-token": "write" }],
  ]);
  const withSecrets = jobs.flatMap(({ steps }) =>
    steps.filter(({ env = {} }) => Object.values(env).some((value) => value.includes("secrets."))),
  );
  expect(withSecrets.map(({ run }) => run)).toEqual(["npm run release:sign"]);
});
