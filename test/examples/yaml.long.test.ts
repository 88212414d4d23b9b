/** examples/yaml: the definitions are valid, can be deployed, and match the schema for editors. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import Ajv2020 from "ajv/dist/2020";
import { CORE_SCHEMA, load as parse, mergeTag } from "js-yaml";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";

const root = resolve(__dirname, "../..");
const example = join(root, "examples/yaml");
const execute = promisify(execFile);

let service: ServiceEmulator;
beforeEach(async () => {
  service = await ServiceEmulator.start({ seed: shopSeed() });
});
afterEach(async () => {
  await service.stop();
});

const dbmon = (...args: string[]) =>
  execute(process.execPath, [join(root, "dist/cli/main.js"), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
  });

it("has no problems, and refers only to existing objects", async () => {
  const { stdout, stderr } = await dbmon("check", "examples/yaml", "--online");
  expect([stdout, stderr]).toEqual([
    "",
    `Environment: ${service.url} (token of DBMON_API_TOKEN)\n5 alerts checked: 0 errors, 0 warnings.\n`,
  ]);
});

it("its tests pass, and make every alert fire", async () => {
  const { stdout } = await dbmon("test", "examples/yaml", "--min-coverage", "100");
  expect(stdout).toContain("Test: 4 passed. 5 of 5 alerts fire in a test (100%).");
});

it("can be applied and is then in sync, also after a manual change of an ignored attribute", async () => {
  await dbmon("apply", "examples/yaml", "--yes");
  const inSync = `Environment: ${service.url} (token of DBMON_API_TOKEN)\nPlan: No changes. 5 in sync, 3 with ignored attributes.\n`;
  expect((await dbmon("plan", "examples/yaml", "--detailed-exitcode")).stdout).toBe(inSync);
  const headers = { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" };
  const list = `${service.url}/api/v2/config/alerts`;
  const { data } = (await (await fetch(list, { headers })).json()) as {
    data: { id: number; name: string }[];
  };
  expect(data.map(({ name }) => name)).toContain("Orders: a replica is far behind");
  const lag = data.find(({ name }) => name === "Orders: a replica is behind");
  const body = JSON.stringify({ ...lag, disabled: 1 });
  expect((await fetch(`${list}/${String(lag?.id)}`, { method: "PUT", headers, body })).ok).toBe(true);
  expect((await dbmon("plan", "examples/yaml", "--detailed-exitcode")).stdout).toBe(inSync);
});

it("the renamed_from of the comment renames the alert in place", async () => {
  const text = readFileSync(join(example, "databases.yaml"), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "yaml-example-test-"));
  const file = join(folder, "databases.yaml");
  try {
    writeFileSync(file, text.replace(/name: "Orders: the primary is saturated"/, 'name: "Orders: CPU"'));
    await dbmon("apply", file, "--yes");
    const [line = "", comment = ""] = /^ *# {3}(renamed_from: .*)$/m.exec(text) ?? [];
    writeFileSync(file, text.replace(line, "").replace(/( *)(host_types: \[\])/, `$1${comment}\n$1$2`));
    expect((await dbmon("apply", file, "--yes")).stdout).toContain(
      '"Orders: the primary is saturated" will be renamed from "Orders: CPU"',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it.each(readdirSync(example))(
  "%s starts with the schema line for editors, and matches that schema",
  (name) => {
    const text = readFileSync(join(example, name), "utf8");
    const [, address = ""] = /^# yaml-language-server: \$schema=(.+)$/m.exec(text.split("\n")[0] ?? "") ?? [];
    const schema = JSON.parse(readFileSync(resolve(example, address), "utf8")) as object;
    const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
    expect([validate(parse(text, { schema: CORE_SCHEMA.withTags(mergeTag) })), validate.errors]).toEqual([
      true,
      null,
    ]);
  },
);
