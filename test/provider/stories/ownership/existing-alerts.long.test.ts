/** A live alert with the name of an alert to be created: refused by default with an import block, and adopted only on request. */
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { until } from "../../../support/programs";
import { describeWithTerraform } from "../../../support/terraform";
import {
  alertBlocks,
  applyAdopting,
  createManually,
  expectSettled,
  type Fields,
  idsInService,
  idsInState,
  manyBlocks,
  takeWrites,
  withWindow,
} from "../../alert-stories";

const withAdoption = (hcl: string) =>
  hcl.replace('provider "dbmon" {}', 'provider "dbmon" { existing_alerts = "adopt" }');
const apply = ["apply", "-auto-approve", "-input=false"];

/** The import blocks of the errors in an output, for the resources with the names. */
function importBlocks(text: string, labels: Readonly<Record<string, string>>): string {
  const errors = text.split("Error: ").slice(1);
  return errors
    .map((error) => {
      const [, name = ""] = /^"([^"]+)": an alert with this name already exists/.exec(error) ?? [];
      const [, id = ""] = /import \{ to = dbmon_alert\.NAME id = "(\d+)" \}/.exec(error) ?? [];
      return `import {\n  to = dbmon_alert.${labels[name] ?? ""}\n  id = "${id}"\n}\n`;
    })
    .join("");
}

describeWithTerraform("an existing alert with the name of a new one", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started));

  it("is refused by plan and apply, and after the import blocks of the errors one apply converges", async () => {
    await createManually(world, { name: "same", category: "x" });
    await createManually(world, { name: "different", policy: 2, category: "z" });
    await createManually(world, { name: "other kind", category: "x" });
    const hcl = alertBlocks({
      same: { name: "same" },
      different: { name: "different" },
      kind: { name: "other kind", trigger: 5 },
      new: { name: "new" },
    });
    world.configure(hcl);
    const refused = await world.plan();
    expect(refused.code).toBe(1);
    for (const sentence of [
      '"same": an alert with this name already exists (id 1) and is identical',
      '"different": an alert with this name already exists (id 2) and differs',
      "policy: 2 in the service, 1 in the configuration",
      'event.categories: ["z"] in the service, ["x"] in the configuration',
      '"other kind": an alert with this name already exists (id 3) and is of the other kind',
      "kind: event in the service, threshold in the configuration",
      "The import replaces that alert, because its kind cannot change.",
      "If that alert was renamed or deleted within the last minute, run again in a minute.",
      "If this error blocks a destroy, run: terraform destroy -refresh=false",
    ])
      expect(refused.text).toContain(sentence);
    expect((await world.tryApply()).code).toBe(1);
    expect(takeWrites(world)).toEqual([]);

    world.configure(
      hcl + importBlocks(refused.text, { same: "same", different: "different", "other kind": "kind" }),
    );
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(
      ["DELETE 3", "POST", "POST", "PUT 2", "PUT 2/config", "PUT 4/config", "PUT 5/config"].sort(),
    );
    expect(idsInState(world)).toMatchObject({ same: 1, different: 2 });
    await expectSettled(world);
  });

  it("without a configuration is a warning of the plan, and the apply waits one window and refuses it with an import block", async () => {
    await createManually(world, { name: "incomplete" });
    await createManually(world, { name: "both", policy: 2 });
    const hcl = withWindow(
      alertBlocks({ incomplete: { name: "incomplete" }, both: { name: "both" }, new: { name: "new" } }),
      1,
    );
    world.configure(hcl);
    const planned = await world.plan();
    expect(planned.code).toBe(2);
    expect(planned.text).toContain(
      'Warning: "incomplete": an alert with this name already exists (id 1) and is incomplete',
    );
    expect(planned.text).toContain(
      'Warning: "both": an alert with this name already exists (id 2) and is incomplete',
    );
    expect(planned.text).toContain("for the service to stop listing it, and fails if it does not.");
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(takeWrites(world)).toEqual(["POST", "PUT 3/config"]);
    expect(idsInState(world)).toEqual({ new: 3 });

    const errors = refused.text.slice(refused.text.indexOf("Error: "));
    world.configure(hcl + importBlocks(errors, { incomplete: "incomplete", both: "both" }));
    await world.apply();
    expect(takeWrites(world).sort()).toEqual(["PUT 1/config", "PUT 2", "PUT 2/config"]);
    await expectSettled(world);
  });

  it("is adopted in one run with DBMON_EXISTING_ALERTS=adopt, unless it is of the other kind", async () => {
    await createManually(world, { name: "same", category: "x" });
    await createManually(world, { name: "different", policy: 2, category: "z" });
    await createManually(world, { name: "incomplete" });
    const blocks: Record<string, Fields> = {
      same: { name: "same" },
      different: { name: "different" },
      incomplete: { name: "incomplete" },
    };
    world.configure(alertBlocks({ ...blocks, same: { name: "same", trigger: 5 } }));
    const refused = await world.run(apply, { ...world.environment, DBMON_EXISTING_ALERTS: "adopt" });
    expect(refused.code).toBe(1);
    expect(refused.text).toContain("kind: event in the service, threshold in the configuration");
    expect(takeWrites(world)).toEqual([]);

    world.configure(alertBlocks(blocks));
    await applyAdopting(world);
    expect(takeWrites(world).sort()).toEqual(["PUT 2", "PUT 2/config", "PUT 3/config"]);
    expect(idsInState(world)).toEqual({ same: 1, different: 2, incomplete: 3 });
    const shown = await world.run(["state", "show", "dbmon_alert.same"]);
    expect(shown.stdout).not.toContain("written_at");
    await expectSettled(world);
  });

  it("is announced with its id and the fields that differ if existing_alerts is adopt", async () => {
    await createManually(world, { name: "same", category: "x" });
    await createManually(world, { name: "different", policy: 2, category: "z" });
    await createManually(world, { name: "incomplete" });
    const blocks = { a: { name: "same" }, b: { name: "different" }, c: { name: "incomplete" } };
    world.configure(withAdoption(alertBlocks(blocks)));
    const { code, text } = await world.plan();
    expect(code).toBe(2);
    const exists = "an alert with this name exists already (id";
    const deletion = "and destroying this resource deletes it";
    for (const sentence of [
      `"same": ${exists} 1) with identical content: it will be adopted, ${deletion}`,
      `"different": ${exists} 2) and differs: it will be adopted and updated, ${deletion}`,
      "It differs in policy, event.categories.",
      `"incomplete": ${exists} 3) without its configuration: it will be adopted and completed, ${deletion}`,
    ])
      expect(text).toContain(sentence);
    expect(takeWrites(world)).toEqual([]);
  });

  it("is never adopted if another resource of the same state manages it", async () => {
    world.configure(alertBlocks({ a: { name: "a" } }));
    await world.apply();
    takeWrites(world);
    world.configure(withAdoption(alertBlocks({ a: { name: "a" }, b: { name: "a" } })));
    const kept = await world.tryApply();
    expect(kept.code).toBe(1);
    expect(kept.text).toContain('"a": two resources are planned to have this name');
    expect(takeWrites(world)).toEqual([]);
  });

  it("is refused at apply if its name is unknown at plan, and the other alerts are created", async () => {
    await createManually(world, { name: "late", policy: 2, category: "x" });
    const late = 'resource "terraform_data" "late" {\n  input = "late"\n}\n';
    const blocks = { late: { name: "= terraform_data.late.output" }, other: { name: "other" } };
    world.configure(withWindow(alertBlocks(blocks), 1) + late);
    expect((await world.plan()).code).toBe(2);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('"late": an alert with this name already exists (id 1) and differs');
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    expect(idsInState(world)).toMatchObject({ other: 2 });
  });

  it("is reported for all of twenty alerts in one plan, whether the state has other alerts or not", async () => {
    const blocks = manyBlocks("r", 20, (index) => ({ name: `alert ${String(index)}` }));
    for (const { name } of Object.values(blocks)) await createManually(world, { name, category: "z" });
    world.configure(alertBlocks({ ...blocks, own: { name: "own" } }));
    const reportedIn = ({ text }: { text: string }) =>
      new Set(
        [
          ...text.matchAll(/"(alert \d+)": an(other)? alert (with this name already exists|has this name)/g),
        ].map(([, name]) => name),
      ).size;
    expect(reportedIn(await world.plan())).toBe(20);
    expect(takeWrites(world)).toEqual([]);
    await world.apply("-target=dbmon_alert.own");
    const refused = await world.tryApply();
    expect([refused.code, reportedIn(refused)]).toEqual([1, 20]);
    expect(takeWrites(world)).toEqual(["POST", "PUT 21/config"]);
  });

  it("causes an error with both ids if there are two of them", async () => {
    await world.stop();
    world = await DbmonTerraform.start({ uniqueNames: false });
    await createManually(world, { name: "twin", category: "x" });
    await createManually(world, { name: "twin", category: "x" });
    world.configure(alertBlocks({ twin: { name: "twin" } }));
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/"twin": .*1, 2/);
    expect(takeWrites(world)).toEqual([]);
  });
});

describeWithTerraform("a deleted alert that the service still lists", () => {
  /** The provider waits in real time, and the service until the test advances its clock. */
  const propagationSeconds = 5;
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start({ staleReads: true, propagationSeconds });
    world.service.clock.hold();
    configure({ name: "a" });
    await world.apply();
    world.pass(propagationSeconds);
  });
  afterEach(async () => {
    await world.stop();
  });

  function configure(fields: Fields): void {
    world.configure(withWindow(alertBlocks({ a: fields }), propagationSeconds));
  }

  it.each([[""], ["adopt"]])(
    "without its configuration does not prevent a creation (DBMON_EXISTING_ALERTS=%s)",
    async (value) => {
      await world.call("DELETE", "/config/alerts/1");
      world.service.faults.add({ path: "*/alerts/1*", answer: { status: 404 } });
      world.folder.write("terraform.tfstate", "");
      configure({ name: "a", policy: 2 });
      takeWrites(world);
      const environment = { ...world.environment, DBMON_EXISTING_ALERTS: value };
      const planned = await world.run(["plan"], environment);
      expect(planned).toMatchObject({ code: 0 });
      expect(planned.text).toMatch(/Warning: "a": an alert (with|of) this name/);

      world.service.requests.clear();
      const applied = world.run(apply, environment);
      // The plan and the plan of the apply list the alerts once each.
      await until(() => world.service.requests.list({ path: "*/alerts" }).length > 2);
      world.service.clock.advance(propagationSeconds);
      expect(await applied).toMatchObject({ code: 0 });
      expect(takeWrites(world).slice(-2)).toEqual(["POST", "PUT 2/config"]);
      world.pass(propagationSeconds);
      expect(await idsInService(world)).toEqual({ a: 2 });
      await expectSettled(world);
    },
  );

  it("does not prevent the next apply from replacing it, if its replacement failed", async () => {
    world.service.faults.add({
      method: "POST",
      path: "*/config/alerts",
      times: 1,
      answer: { status: 403 },
    });
    configure({ name: "a", trigger: 5 });
    expect(await world.tryApply()).toMatchObject({ code: 1 });
    expect(idsInState(world)).toEqual({});
    takeWrites(world);
    const refused = await world.tryApply();
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('Error: "a": an alert with this name already exists (id 1)');
    expect(refused.text).toContain("within the last minute, run again in a minute");
    expect(takeWrites(world)).toEqual([]);
    world.pass(propagationSeconds);
    await world.apply();
    expect(takeWrites(world)).toEqual(["POST", "PUT 2/config"]);
    world.pass(propagationSeconds);
    await expectSettled(world);
  });
});
