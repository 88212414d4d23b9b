/** `terraform query`, and the configuration that it generates. */
import { DbmonTerraform, describeSince } from "../../support/dbmon-terraform";
import { createManually, provider } from "../alert-stories";

describeSince({ terraform: "1.14" }, "terraform query", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    world.configure(provider);
  });
  afterEach(async () => {
    await world.stop();
  });

  const query = (config: string, more = "", ...args: string[]) => {
    const block = `list "dbmon_alert" "all" {\n  provider = dbmon\n  ${more}\n  config {\n${config}\n}\n}\n`;
    world.folder.write("main.tfquery.hcl", block);
    return world.run(["query", ...args]);
  };
  /** The display names that a query prints. */
  const names = async (config: string, more?: string) => {
    const { code, stdout } = await query(config, more, "-json");
    expect(code).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Found);
    return lines.flatMap(({ list_resource_found: found }) =>
      found === undefined ? [] : [found.display_name],
    );
  };
  interface Found {
    readonly list_resource_found?: { readonly display_name: string };
  }
  const reads = (path: RegExp) =>
    world.service.requests.list().filter((request) => request.method === "GET" && path.test(request.path))
      .length;
  const create = async () => {
    for (const name of ["CPU 1", "CPU 2", "Disk"]) await createManually(world, { name, category: "x" });
  };

  it("lists all alerts with one call, and filters them", async () => {
    await create();
    world.service.requests.clear();
    expect(await names("")).toEqual(["CPU 1", "CPU 2", "Disk"]);
    expect({ lists: reads(/\/alerts$/), configs: reads(/\/alerts\/\d+/) }).toEqual({ lists: 1, configs: 0 });
    expect(await names('name_pattern = "CPU *"')).toEqual(["CPU 1", "CPU 2"]);
    expect(await names('name_pattern = "CPU *"\n exclude_names = ["* 2"]')).toEqual(["CPU 1"]);
    expect(await names('kind = "threshold"')).toEqual([]);
    expect(await names('kind = "event"', "limit = 2")).toEqual(["CPU 1", "CPU 2"]);
    expect(await names("disabled = true")).toEqual([]);
    expect(await names("disabled = false")).toHaveLength(3);
    expect(await names('name_pattern = "none"')).toEqual([]);
  });

  it("refuses invalid filters", async () => {
    const { code, stderr } = await query('kind = "events"\n name_pattern = ""');
    expect(code).toBe(1);
    expect(stderr).toContain('"events" is not an alert kind.');
    expect(stderr).toContain("Must not be empty.");
  });

  it("generates configuration without nulls and defaults that plans clean", async () => {
    await create();
    const { code } = await query("", "", "-generate-config-out=generated.tf");
    expect(code).toBe(0);
    const generated = world.folder.read("generated.tf");
    expect(generated).not.toMatch(/\bnull\b|\[\]|annotations|disabled|muted|hosts/);
    expect(generated).toContain('name = "CPU 1"');
    const plan = await world.plan();
    expect(plan.stdout).toContain("Plan: 3 to import, 0 to add, 0 to change, 0 to destroy.");
    await world.apply();
    expect((await world.plan()).code).toBe(0);
  });

  it("generates jsonencode for an annotation that is JSON, without a difference", async () => {
    const id = await createManually(world, { name: "CPU", category: "x" });
    const [alert] = await world.alerts();
    const annotations = '{ "url": "https://wiki/<cpu>", "team": ["shop"], "limit": 1.50 }';
    await world.call("PUT", `/config/alerts/${String(id)}`, { ...alert, annotations });
    world.service.requests.clear();
    await query("", "", "-generate-config-out=generated.tf");
    expect(world.folder.read("generated.tf")).toContain("annotations = jsonencode({");
    await world.apply();
    expect(world.writes()).toEqual([]);
    expect((await world.alerts())[0]?.annotations).toBe(annotations);
    expect((await world.plan()).code).toBe(0);
  });

  it("lists an alert of an unsupported kind with a warning, without a resource", async () => {
    await create();
    const alerts = await world.alerts();
    const body = { data: alerts.map((alert) => (alert.name === "Disk" ? { ...alert, type: 9 } : alert)) };
    world.service.faults.add({ method: "GET", path: "*/alerts", answer: { status: 200, body } });
    const { code, stdout, text } = await query("", "include_resource = true");
    expect(code).toBe(0);
    expect(stdout).toContain("Disk");
    expect(text).toContain("has an unsupported kind");
    expect(text).toContain("Its generated resource block is empty. Delete it with its import block.");
    expect(await names('exclude_names = ["Disk"]')).toEqual(["CPU 1", "CPU 2"]);
  });

  it("fails instead of listing a part if a configuration cannot be read", async () => {
    await create();
    world.service.faults.add({
      method: "GET",
      path: "*/alerts/2/config",
      answer: { status: 403, body: {} },
    });
    const { code, stderr } = await query("", "include_resource = true");
    expect(code).toBe(1);
    expect(stderr).toContain("CPU 2");
  });
});
