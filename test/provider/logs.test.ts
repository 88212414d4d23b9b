/** The provider's log in Terraform has HTTP requests at level debug and RPCs at level trace, and no tokens. */
import { readFileSync } from "node:fs";
import { DbmonTerraform } from "../support/dbmon-terraform";
import { describeWithTerraform } from "../support/terraform";

const configuration = `
provider "dbmon" {}
resource "dbmon_alert" "deploys" {
  name   = "deploys"
  policy = 1
  event  = { categories = ["deploy"] }
}`;

describeWithTerraform("the provider's log", () => {
  let world: DbmonTerraform;
  beforeEach(async () => {
    world = await DbmonTerraform.start();
    world.configure(configuration);
  });
  afterEach(async () => {
    await world.stop();
  });

  const applyAndReadLog = (variables: Readonly<Record<string, string>>) =>
    readLogOf(["apply", "-auto-approve"], variables);

  /** Runs terraform, and returns the provider's log lines with Terraform's level prefix. */
  async function readLogOf(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const file = world.folder.file("terraform.log");
    const run = await world.run(args, {
      ...world.environment,
      ...variables,
      TF_LOG_PATH: file,
    });
    expect(run.code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text + run.text).not.toContain(world.service.token);
    return text
      .split("\n")
      .filter(
        (line) => line.includes("provider.dbmon") || line.includes("provider.terraform-provider-dbmon"),
      );
  }

  it("contains each HTTP request with its fields at debug", async () => {
    const lines = (await applyAndReadLog({ TF_LOG_PROVIDER: "debug" })).filter((line) =>
      line.includes("HTTP request"),
    );
    expect(lines).toHaveLength(world.service.requests.list().length);
    const post = lines.find((line) => line.includes("method=POST"));
    expect(post).toContain("[DEBUG]");
    for (const field of ["path=/api/v2/config/alerts", "status=201", "attempt=1", "duration_ms=", "bytes="])
      expect(post).toContain(field);
  });

  it("says at debug why a plan has a change, one line for each attribute", async () => {
    expect((await world.run(["apply", "-auto-approve"])).code).toBe(0);
    const differences = async () =>
      (await readLogOf(["plan"], { TF_LOG_PROVIDER: "debug" })).filter((line) =>
        line.includes("planned difference"),
      );
    expect(await differences()).toEqual([]);
    world.configure(configuration.replace("policy = 1", 'policy = "At most once an hour"'));
    const lines = await differences();
    expect(lines).toHaveLength(2);
    const expected = [
      'path=policy from=1 to="At most once an hour"',
      'path=written_at to="(known after apply)"',
    ];
    for (const parts of expected) {
      const [path = ""] = parts.split(" ");
      const line = lines.find((one) => one.includes(path));
      for (const part of ["resource=dbmon_alert", "id=1", ...parts.split(/ (?=from|to)/)])
        expect(line).toContain(part);
    }
  });

  it("contains each RPC with its resource type and duration at trace", async () => {
    const lines = await applyAndReadLog({ TF_LOG_PROVIDER: "trace" });
    const applies = lines.filter((line) => line.includes("rpc=ApplyResourceChange"));
    expect(applies).toHaveLength(2);
    expect(applies[0]).toMatch(/\[TRACE\].*RPC started.*type=dbmon_alert/);
    expect(applies[1]).toMatch(/\[TRACE\].*RPC finished/);
    expect(applies[1]).toMatch(/type=dbmon_alert/);
    expect(applies[1]).toMatch(/duration_ms=\d+/);
  });

  it("contains no HTTP requests or RPCs at info", async () => {
    const lines = await applyAndReadLog({ TF_LOG: "trace", TF_LOG_PROVIDER: "info" });
    expect(lines.filter((line) => /HTTP request|RPC (started|finished)/.test(line))).toEqual([]);
  });
});
