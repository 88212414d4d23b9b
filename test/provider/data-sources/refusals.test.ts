/** Invalid arguments of data sources in Terraform. One run reports all problems, each with its argument. */
import { cleanSeed } from "../../../src/emulator";
import { DbmonTerraform } from "../../support/dbmon-terraform";
import { describeWithTerraform, type Run } from "../../support/terraform";
import { VirtualClock } from "../../support/virtual-clock";

/** By address: the arguments, the line that the diagnostic quotes, and its message. */
const invalid: Readonly<Record<string, readonly [hcl: string, line: string, message: string]>> = {
  "dbmon_alert.neither": [
    "",
    'data "dbmon_alert" "neither" {',
    "Invalid reference to an alert: Set one of name and id.",
  ],
  "dbmon_alert.both": [
    'name = "a"\nid = 1',
    'name = "a"',
    "Invalid reference to an alert: Set only one of name and id.",
  ],
  "dbmon_hosts.types": ['types = ["mysql", ""]', 'types = ["mysql", ""]', "Elements must not be empty."],
  "dbmon_query.short": [
    'id = "c0ffee"',
    'id = "c0ffee"',
    '"c0ffee" is not a query ID. Use 16 hexadecimal digits',
  ],
  "dbmon_queries.limit": ["limit = -5", "limit = -5", "Must be at least 1 (got -5)."],
  "dbmon_queries.hosts": ['hosts = [1, ""]', 'hosts = [1, ""]', "Elements must not be empty."],
  "dbmon_queries.tags": [
    'tags = ["my shop"]',
    'tags = ["my shop"]',
    "Tags must not be empty or contain spaces.",
  ],
  "dbmon_queries.times": ["from = -60\nuntil = -61", "until = -61", "until (-61) is before from (-60)."],
  "dbmon_queries.fraction": ["from = 1.5", "from = 1.5", "Expected an integer"],
  "dbmon_query_samples.id": ['query_id = "18446744073709551615"', "query_id = ", "is not a query ID"],
  "dbmon_query_samples.more": [
    'query_id = "00000000000000ff"\nlimit = 0',
    "limit = 0",
    "Must be at least 1 (got 0).",
  ],
  "dbmon_query_samples.times": [
    'query_id = "00000000000000ff"\nfrom = 1790000000\nuntil = 1789999999',
    "until = 1789999999",
    "until (1789999999) is before from (1790000000).",
  ],
  "dbmon_events.level": ['levels = ["warning"]', 'levels = ["warning"]', '"warning" is not a level.'],
  "dbmon_events.times": ["from = 0\nuntil = -1", "until = -1", "The interval ends before it starts"],
};

const valid = `
data "dbmon_queries" "mixed" {
  from  = 1790000000
  until = -60
}
data "dbmon_events" "instant" {
  from  = -60
  until = -60
}
`;

const absent = `
data "dbmon_alert" "misspelled" { name = "Swap & conections" }
data "dbmon_alert" "id" { id = 4711 }
data "dbmon_alert" "malformed" { id = "07" }
data "dbmon_alert" "twin" { name = "twin" }
data "dbmon_events" "misspelled" { hosts = ["db-1.shop.exampel"] }
data "dbmon_queries" "twin" { hosts = ["twin"] }
data "dbmon_query" "absent" { id = "00000000000000aa" }
`;

const unknown = `
resource "terraform_data" "which" {
  input = { type = "pgsql", from = -60, query = "00000000000000aa" }
}
data "dbmon_hosts" "later" { types = [terraform_data.which.output.type] }
data "dbmon_queries" "later" {
  from  = terraform_data.which.output.from
  until = -5
}
data "dbmon_query_samples" "later" { query_id = terraform_data.which.output.query }
output "hosts" { value = length(data.dbmon_hosts.later.hosts) }
output "queries" { value = length(data.dbmon_queries.later.queries) }
`;

interface Diagnostic {
  readonly summary: string;
  readonly detail?: string;
  readonly snippet?: { readonly context?: string; readonly code: string };
}

describeWithTerraform("data sources with invalid arguments", () => {
  const clock = new VirtualClock();
  let world: DbmonTerraform;
  beforeAll(async () => {
    world = await DbmonTerraform.start({ seed: cleanSeed(clock), clock, uniqueNames: false });
  });
  afterAll(() => world.stop());

  describe("reported by validate", () => {
    let diagnostics: readonly Diagnostic[];
    beforeAll(async () => {
      const blocks = Object.entries(invalid).map(([address, [hcl]]) => {
        const [type = "", name = ""] = address.split(".");
        return `data "${type}" "${name}" {\n${hcl}\n}\n`;
      });
      world.configure(blocks.join("") + valid);
      const { stdout } = await world.run(["validate", "-json"]);
      // Terraform documents this schema.
      diagnostics = (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
    });

    const diagnosticsOf = (address: string) => {
      const [type = "", name = ""] = address.split(".");
      return diagnostics.filter(({ snippet }) => snippet?.context === `data "${type}" "${name}"`);
    };

    it.each(Object.entries(invalid))("%s", (address, [, line, message]) => {
      const found = diagnosticsOf(address);
      expect(found).toHaveLength(1);
      expect(found[0]?.snippet?.code.trim()).toContain(line);
      expect(`${found[0]?.summary ?? ""}: ${found[0]?.detail ?? ""}`).toContain(message);
    });

    it("validate accepts an absolute with a relative time, and an interval of one second", () => {
      expect(diagnosticsOf("dbmon_queries.mixed")).toEqual([]);
      expect(diagnosticsOf("dbmon_events.instant")).toEqual([]);
      expect(world.service.requests.list()).toEqual([]);
    });
  });

  describe("reported by plan", () => {
    let run: Run;
    beforeAll(async () => {
      const alert = { name: "twin", policy: 1, type: 1, annotations: "", disabled: 0, destinations: [] };
      await world.call("POST", "/config/alerts", alert);
      await world.call("POST", "/config/alerts", alert);
      const host = { name: "twin", type: "mysql" };
      world.service.environment().add("hosts", { ...host, id: 21 }, { ...host, id: 22 });
      world.configure(absent);
      run = await world.plan();
    });

    it.each([
      [
        "dbmon_alert.misspelled",
        'There is no alert named "Swap & conections". ',
        'Did you mean "Swap & connections"?',
      ],
      [
        "dbmon_alert.id",
        "There is no alert with the id 4711.",
        'Available: 1 ("db-1 is pegged (ask Jonas first)"), 2',
      ],
      [
        "dbmon_alert.id",
        "There is no alert with the id 4711.",
        "If it was created or renamed less than 60 s ago, the service may not list it yet: plan again in 60 s.",
      ],
      ["dbmon_alert.malformed", '"07" is not the ID of an alert', "Use an integer without leading zeros"],
      ["dbmon_alert.twin", '2 alerts are named "twin" (ids 7, 8).', "Use the id instead of the name."],
      [
        "dbmon_events.misspelled",
        'There is no host named "db-1.shop.exampel".',
        'Did you mean "db-1.shop.example" or "db-2.shop.example"?',
      ],
      ["dbmon_queries.twin", '2 hosts are named "twin" (ids 21, 22).', "Use the id instead of the name."],
      [
        "dbmon_query.absent",
        'Query with ID "00000000000000aa" not found.',
        "use the data source dbmon_queries",
      ],
    ])("%s: %s", (address, what, remedy) => {
      expect(run.code).toBe(1);
      const diagnostics = run.text.split("Error: ").filter((text) => text.includes(`with data.${address},`));
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]).toContain(what);
      expect(diagnostics[0]).toContain(remedy);
    });
  });

  it("a lookup with a value unknown at plan runs during apply", async () => {
    world.configure(unknown);
    const applied = await world.apply();
    expect(applied.text).toContain(
      "data.dbmon_queries.later will be read during apply # (config refers to values not yet known)",
    );
    expect(applied.text).toContain("data.dbmon_query_samples.later: Read complete");
    expect(await world.outputs()).toEqual({ hosts: 1, queries: expect.any(Number) as number });
  });
});
