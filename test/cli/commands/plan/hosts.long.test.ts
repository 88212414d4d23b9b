/** `host_tags` and patterns in `hosts`: who joins and leaves, drift, accept, and that an alert never applies to all hosts by accident. */
import { type ServiceEmulator } from "../../../../src/emulator";
import { commandBench, environmentOf, unaligned, writesTo } from "../../../support/command";
import { callService } from "../../../support/emulator";
import { editLive } from "../../edit-live";

const bench = commandBench();

async function setUp() {
  const emulator = await bench.emulator();
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
  const control = emulator.environment();
  return { emulator, control, dbmon };
}

const alert = (lines: string, name = "Primaries") => `
  - name: ${name}
    policy: 1
    event: { categories: [deploy] }
    ${lines}
`;
const define = (...definitions: string[]) => bench.write("alerts.yaml", `alerts:${definitions.join("")}`);
const primaries = "host_tags: { role: primary, env: production }";

function scopeOf(emulator: ServiceEmulator, id = 1): Promise<unknown> {
  return callService(emulator, "GET", `/config/alerts/${String(id)}/config`);
}

const fleet = (role: string) => [
  { id: 101, name: "db-7.shop.example", type: "os", tags: [`role=${role}`, "env:production"] },
  {
    id: 102,
    name: "web-1.shop.example",
    type: "os",
    tags: [`role:${role}`, "env:staging", "env:production"],
  },
  { id: 103, name: "db-8.shop.example", type: "os", tags: ["env:production", role, `role: ${role}`] },
];

it("stores the hosts that have all tags, in both forms, and those that match a pattern, beside named ones", async () => {
  const { emulator, control, dbmon } = await setUp();
  control.add("hosts", ...fleet("primary"));
  const file = define(
    alert(primaries),
    alert("host_tags: { role: [primary, replica] }", "Any value"),
    alert('hosts: ["db-?.shop.example", web-1.shop.example]\n    host_types: [mysql]', "Pattern"),
  );
  const applied = await dbmon("apply", file, "--yes");
  expect(applied).toMatchObject({ code: 0 });
  const { data } = (await callService(emulator, "GET", "/config/alerts")) as {
    data: { id: number; name: string }[];
  };
  const stored = await Promise.all(
    data.map(async ({ id, name }) => [name, await scopeOf(emulator, id)] as const),
  );
  expect(Object.fromEntries(stored)).toMatchObject({
    Primaries: { hosts: [1, 101, 102], host_types: [] },
    "Any value": { hosts: [1, 4, 101, 102] },
    Pattern: { hosts: [1, 4, 101, 102, 103], host_types: ["mysql"] },
  });
  expect(unaligned(applied.stdout)).toContain(
    'hosts: [1 "db-1.shop.example" (tags role=primary, env=production), 101 "db-7.shop.example" (tags role=primary, env=production), ',
  );
  expect(await dbmon("plan", file, "--detailed-exitcode")).toMatchObject({ code: 0 });
});

it("shows who joined and who left, and lists the hosts with the same number of calls as named hosts", async () => {
  const { emulator, control, dbmon } = await setUp();
  const file = define(alert("host_tags: { role: primary }"));
  await dbmon("apply", file, "--yes");
  const retagged = { id: 1, name: "db-1.shop.example", type: "os", tags: ["role:replica"] };
  control.add("hosts", ...fleet("primary").slice(0, 1), retagged);
  emulator.requests.clear();
  const { stdout } = await dbmon("plan", file);
  expect(unaligned(stdout)).toContain(
    `hosts:
      - 1 "db-1.shop.example" (no longer selected)
      + 101 "db-7.shop.example" (tag role=primary)
`,
  );
  const selected = emulator.requests.list().map(({ path }) => path);
  await dbmon("plan", file, "--out", "saved.json");
  expect(await dbmon("apply", "--plan", "saved.json", "--yes")).toMatchObject({ code: 0 });
  expect(await scopeOf(emulator)).toMatchObject({ hosts: [101] });
  define(alert("hosts: [db-7.shop.example]"));
  emulator.requests.clear();
  await dbmon("plan", file);
  expect(emulator.requests.list().map(({ path }) => path)).toEqual(selected);
});

describe("drift", () => {
  const drift = async (dbmon: (...args: string[]) => ReturnType<typeof bench.dbmon>) => {
    const args = ["drift", "alerts.yaml", "--window", "1", "--detailed-exitcode"];
    const { code, stdout } = await dbmon(...args);
    return { code, text: stdout.replace(/^Environment: .*\n/, "") };
  };

  it("has the reason hosts for what the selection explains, and its own reason for all else", async () => {
    const { emulator, control, dbmon } = await setUp();
    const file = define(alert("host_tags: { role: primary }\n    hosts: [db-2.shop.example]"));
    await dbmon("apply", file, "--yes");
    control.add("hosts", ...fleet("primary").slice(0, 2));
    const joined = await drift(dbmon);
    expect(joined.code).toBe(2);
    expect(joined.text).toContain(
      'hosts: "Primaries" (id 1): 2 hosts match now that the alert does not list',
    );
    expect(joined.text).toContain("Drift: 0 in sync, 0 drifted, 1 with other hosts.");
    const json = await dbmon("drift", file, "--no-wait", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      alerts: [{ status: "hosts", fields: [{ path: ["hosts"], reasons: { 101: "tag role=primary" } }] }],
    });
    await editLive(emulator, 1, {}, { hosts: [1, 101, 102] });
    expect((await drift(dbmon)).text).toContain('drifted: "Primaries" differs');
    await editLive(emulator, 1, {}, { hosts: [] });
    expect((await drift(dbmon)).text).toContain('drifted: "Primaries" differs');
    define(alert("host_tags: { role: primary }"));
    expect((await drift(dbmon)).text).toContain('drifted: "Primaries" differs');
    await editLive(emulator, 1, { policy: 2 }, { hosts: [1, 4] });
    expect((await drift(dbmon)).text).toContain('drifted: "Primaries" differs');
  });

  it("is not accepted into the definition", async () => {
    const { emulator, control, dbmon } = await setUp();
    const file = define(alert("host_tags: { role: primary }"));
    await dbmon("apply", file, "--yes");
    control.add("hosts", ...fleet("primary"));
    const accepted = await dbmon("accept", file, "--yes", "--window", "1");
    expect(accepted.code).toBe(2);
    expect(accepted.stderr).toContain(
      "The alert differs in its hosts, which its definition selects by tags or patterns.",
    );
    await editLive(emulator, 1, {}, { hosts: [1, 101, 102] });
    await editLive(emulator, 1, { policy: 2 });
    expect(await dbmon("accept", file, "--yes", "--window", "1")).toMatchObject({ code: 0 });
    const { stdout } = await dbmon("plan", file, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [{ action: "unchanged", desired: { policy: 2, host_tags: { role: ["primary"] } } }],
    });
  });
});

describe("a selection that matches no host", () => {
  it.each([
    ["host_tags: { role: primary, env: test }", "No host has the tags role=primary, env=test."],
    ["host_tags: { role: nobody }\n    hosts: [db-1.shop.example]", "No host has the tags role=nobody."],
    ['hosts: ["old-*", db-1.shop.example]', 'No host matches the pattern "old-*".'],
    ['hosts: ["db-old.*"]', 'No host matches the pattern "db-old.*".'],
    ["host_tags: {}", "host_tags must have keys with values"],
    ["host_tags: { role: [] }", "host_tags.role"],
    ["hosts: [db-1.shop.example]\n    allow_no_hosts: true", "allow_no_hosts has no effect"],
    [`hosts: ["${"*a".repeat(200)}"]`, "A pattern is longer than 256 characters"],
    [
      "host_tags: { role: nobody }\n    allow_no_hosts: true\n    ignore: [disabled]",
      "The alert has allow_no_hosts and ignores changes of disabled",
    ],
  ])("is an error: %s", async (lines, what) => {
    const { emulator, dbmon } = await setUp();
    const { code, stderr } = await dbmon("apply", define(alert(lines)), "--yes");
    expect(code).toBe(1);
    expect(stderr).toContain(what);
    expect(writesTo(emulator)).toEqual([]);
  });

  it("is an error when the last matching host is deleted", async () => {
    const { emulator, control, dbmon } = await setUp();
    const file = define(alert("host_tags: { role: primary }"));
    await dbmon("apply", file, "--yes");
    emulator.requests.clear();
    control.add("hosts", {
      id: 1,
      name: "db-1.shop.example",
      type: "os",
      tags: ["role:primary"],
      deleted: 1,
    });
    expect(await dbmon("apply", file, "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No host has the tags role=primary.") as string,
    });
    expect(writesTo(emulator)).toEqual([]);
  });

  it("disables the alert with allow_no_hosts, until a host matches", async () => {
    const { emulator, control, dbmon } = await setUp();
    const file = define(alert("host_tags: { role: cache }\n    allow_no_hosts: true"));
    const applied = await dbmon("apply", file, "--yes");
    expect(applied.stdout).toContain('"Primaries" will be created, disabled because no host matches');
    const stored = async () =>
      [(await callService(emulator, "GET", "/config/alerts")) as object, await scopeOf(emulator)] as const;
    expect(await stored()).toMatchObject([{ data: [{ disabled: 1 }] }, { hosts: [] }]);
    const { stdout } = await dbmon("plan", file, "--detailed-exitcode");
    expect(stdout).toContain('"Primaries" is in sync, disabled because no host matches');
    await editLive(emulator, 1, { disabled: 0 });
    const enabled = await dbmon("drift", file, "--no-wait", "--detailed-exitcode");
    expect(enabled.stdout).toContain('unknown: "Primaries" differs');
    await dbmon("apply", file, "--yes");
    control.add("hosts", ...fleet("cache").slice(0, 1));
    const joined = await dbmon("drift", file, "--no-wait", "--detailed-exitcode");
    expect(joined).toMatchObject({ code: 2 });
    expect(joined.stdout).toContain("1 host matches now that the alert does not list");
    await dbmon("apply", file, "--yes");
    expect(await stored()).toMatchObject([{ data: [{ disabled: 0 }] }, { hosts: [101] }]);
    control.add("hosts", {
      ...fleet("cache")[0],
      id: 101,
      name: "db-7.shop.example",
      type: "os",
      deleted: 1,
    });
    const left = await dbmon("plan", file);
    expect(left.stdout).toContain('- 101 "db-7.shop.example" (deleted)');
    expect(left.stdout).toContain("disabled because no host matches");
  });
});

it("keeps hostile tags and names out of the output", async () => {
  const { control, dbmon } = await setUp();
  const tag = "primary\u001b[31m\u202e";
  control.add("hosts", { name: "db-\u001b[2J", type: "os", tags: [`role:${tag}`] });
  const file = define(alert('host_tags: { role: "primary\\u001b[31m\\u202e" }'));
  const { code, stdout } = await dbmon("plan", file);
  expect(code).toBe(0);
  expect(stdout).toContain('(tag "role=primary\\u001b[31m\\u202e")');
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});

it("matches each rule by its tags", async () => {
  const { dbmon } = await setUp();
  bench.write(
    "dbmon.yaml",
    `rules:
  - name: production
    message: Select production.
    expression: has(alert.host_tags) && alert.host_tags.env.exists(one, one == "production")
`,
  );
  const file = define(alert(primaries), alert("hosts: [db-1.shop.example]", "Named"));
  const { stderr } = await dbmon("plan", file);
  expect(stderr).toContain('"Named": The alert does not satisfy the rule "production"');
  expect(stderr).not.toContain('"Primaries": The alert does not satisfy');
});
