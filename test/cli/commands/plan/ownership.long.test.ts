/** `owns` in dbmon.yaml: which live alerts belong to the definitions, in check, plan, apply and drift. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentsBench } from "../../environments/environments-bench";

const bench = environmentsBench();

const definition = (name: string) => `  - name: "${name}"
    policy: Every time
    destinations: ["\${pager}"]
    event: { categories: [deploy] }
`;
const define = (...names: string[]) =>
  bench.write("alerts/a.yaml", `alerts:\n${names.map(definition).join("")}`);
const staging = (command: string, ...args: string[]) => bench.run([command, "-e", "staging", ...args]);

/** Staging has the alerts "Orders: lag", "Orders: restart" and "Other", of which only the first stays defined. */
async function setUp(owns = 'owns: "Orders: *"') {
  await bench.start();
  bench.configure();
  define("Orders: lag", "Orders: restart", "Other");
  expect(await staging("apply", "--yes", "--parallel", "1")).toMatchObject({ code: 0 });
  bench.configure(owns);
  define("Orders: lag");
}

interface PlanDocument {
  readonly changes: readonly { readonly action: string; readonly name: string; readonly owned?: true }[];
  readonly unmanaged: readonly { readonly name: string }[];
}

it("deletes owned alerts that are no longer defined, and no others", async () => {
  await setUp();
  const planned = await staging("plan", "--max-deletes", "1");
  expect(planned.code).toBe(0);
  expect(planned.stdout).toContain('- "Orders: restart" is no longer defined and will be deleted (id 2)\n');
  expect(planned.stdout).toContain("Plan: 1 to delete. 1 in sync, 1 unmanaged.\n");
  const { changes, unmanaged } = JSON.parse(
    (await staging("plan", "--max-deletes", "1", "--json", "--out", "plan.json")).stdout,
  ) as PlanDocument;
  expect(changes).toMatchObject([
    { action: "unchanged", name: "Orders: lag" },
    { action: "delete", name: "Orders: restart", owned: true },
  ]);
  expect(unmanaged.map(({ name }) => name)).toEqual(["Other"]);
  expect((await bench.run(["show", "plan.json"])).stdout).toContain(
    "is no longer defined and will be deleted",
  );
  expect(await staging("apply", "--yes", "--plan", "plan.json")).toMatchObject({ code: 0 });
  expect(await bench.live("DBMON_STAGING_TOKEN")).toEqual(["Orders: lag", "Other"]);
});

it("respects the deletion limit, and --target deletes nothing", async () => {
  await setUp();
  const refused = await staging("apply", "--yes");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("The plan deletes 1 of the 3 live alerts, but the limit is 25%.");
  expect((await staging("plan", "--target", "Orders: lag")).stdout).toContain("Plan: No changes.");
  bench.write("alerts/a.yaml", "alerts: []\n");
  expect((await staging("plan")).stderr).toContain(
    "There are no definitions, so the plan would delete all 2 alerts that match owns or --prune.",
  );
});

it("reports owned alerts that are no longer defined as drift, and only counts the others", async () => {
  await setUp();
  const drift = await staging("drift", "--no-wait", "--detailed-exitcode");
  expect(drift.code).toBe(2);
  expect(drift.stdout).toContain('no longer defined: "Orders: restart" (id 2)\n');
  expect(drift.stdout).toContain("Drift: 1 in sync, 0 drifted, 1 no longer defined, 1 unmanaged.\n");
  expect(drift.stdout).not.toContain("Other");
  expect((await staging("drift", "--no-wait", "--unmanaged")).stdout).toContain(
    'unmanaged: "Other" (id 3)\n',
  );
  const document = JSON.parse((await staging("drift", "--no-wait", "--json")).stdout) as object;
  expect(document).toMatchObject({
    unmanaged: [{ name: "Other" }],
    no_longer_defined: [{ name: "Orders: restart" }],
  });
});

it("keeps them with owns_deletions: warn, which an environment can set for itself", async () => {
  await setUp('owns: "Orders: *"\nowns_deletions: warn');
  const planned = await staging("plan");
  expect(planned.stdout).toContain("Plan: No changes. 1 in sync, 2 unmanaged.\n");
  expect(planned.stderr).toContain(
    'warning: "Orders: restart": The alert (id 2) is no longer defined, and stays because of owns_deletions: warn.\n',
  );
  const own = '    owns: ["Orders: lag", Other]\n    owns_deletions: delete\n';
  const file = join(bench.folder(), "dbmon.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("  production-eu:\n", `${own}$&`));
  expect((await staging("plan", "--max-deletes", "1")).stdout).toContain(
    '- "Other" is no longer defined and will be deleted (id 3)\n',
  );
});

it.each(["check", "plan", "drift"])("refuses a definition of another name in %s", async (command) => {
  await setUp();
  define("Orders: lag", "Payments");
  const refused = await staging(command);
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain(
    'error: alerts/a.yaml:6:11: "Payments", field name: The name does not match owns in dbmon.yaml: "Orders: *".\n' +
      "  Rename the alert, or add a pattern to owns.\n",
  );
});

it("deletes nothing if only some of the configuration's definitions are read", async () => {
  await setUp();
  bench.write("alerts/b.yaml", `alerts:\n${definition("Orders: restart")}`);
  expect((await staging("plan", "alerts/a.yaml")).stdout).toContain(
    "Plan: No changes. 1 in sync, 2 unmanaged.",
  );
  expect((await staging("plan", "alerts")).stdout).toContain("Plan: No changes. 2 in sync, 1 unmanaged.");
});

it("warns of a pattern without a match, and says that * owns all alerts", async () => {
  await setUp('owns: ["Orders: *", "Ordres: *"]');
  expect((await staging("plan", "--max-deletes", "1")).stderr).toContain(
    'warning: owns "Ordres: *" matches no live or defined alert.\n',
  );
  bench.configure('owns: "*"');
  const planned = await staging("plan", "--max-deletes", "2");
  expect(planned.stdout).toContain('These definitions own all alerts (owns: "*").\n');
  expect(planned.stdout).toContain("Plan: 2 to delete. 1 in sync.\n");
});

it("is named once in a plan that changes live alerts without it", async () => {
  await setUp("");
  bench.write("alerts/a.yaml", `alerts:\n${definition("Orders: lag").replace("deploy", "restart")}`);
  const note =
    "1 live alert is changed by name. To say which names belong to these definitions, set owns in dbmon.yaml.\n";
  expect((await staging("plan")).stdout).toContain(note);
  bench.configure('owns: "Orders: l*"');
  expect((await staging("plan")).stdout).not.toContain("by name");
});
