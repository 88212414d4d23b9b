/** `dbmon accept` for alerts that it does not edit: constructs, and resources of Terraform plans. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commandBench, environmentOf, writesTo } from "../../../support/command";
import { DbmonTerraform } from "../../../support/dbmon-terraform";
import { PackedProject } from "../../../support/packed-project";
import { describeWithTerraform } from "../../../support/terraform";
import { expectToMatchSchema } from "../../documents";
import { editLive } from "../../edit-live";

const bench = commandBench();

interface Document {
  readonly alerts: readonly {
    readonly name: string;
    readonly status: string;
    readonly where: object;
    readonly fields: readonly { readonly where: object }[];
  }[];
}

function parse(stdout: string): Document {
  const document = JSON.parse(stdout) as Document;
  expectToMatchSchema("accept.schema.json", document);
  return document;
}

describe("constructs", () => {
  const main = (library: string, entryPoint: string) => `import { App, TerraformStack } from "${library}";
import { Alert, AlertConfig, AlertDuration, AlertLevel, DbmonProvider } from "${entryPoint}";
import { defineDeploys } from "./team/deploys";

const app = new App();
const stack = new TerraformStack(app, "alerts");
new DbmonProvider(stack, "dbmon");
interface Removed {
  readonly by: "types";
}
const config = AlertConfig.threshold({
  alertLevel: AlertLevel.WARN,
  metric: "os.cpu.user_us",
  trigger: 80,
  reset: 70,
  duration: AlertDuration.fromId(2),
});
new Alert(stack, "cpu", { name: "CPU", policy: 1, config });
defineDeploys(stack);
app.synth();
`;
  const deploys = (library: string, entryPoint: string) => `import type { TerraformStack } from "${library}";
import { Alert, AlertConfig } from "${entryPoint}";
export function defineDeploys(stack: TerraformStack): void {
  for (const name of ["One", "Two"])
    new Alert(stack, name, { name, policy: 1, config: AlertConfig.event({ categories: ["deploy"] }) });
}
`;

  it.each([
    ["cdktf", "dbmon-iac"],
    ["cdktn", "dbmon-iac/cdktn"],
  ])("of %s are listed by the lines that create them", async (library, entryPoint) => {
    const project = new PackedProject("cdktf", ["cdktn"]);
    bench.onClose(() => {
      project.remove();
    });
    project.write("main.ts", main(library, entryPoint));
    mkdirSync(join(project.folder, "team"));
    project.write("team/deploys.ts", deploys(library, entryPoint));
    project.run("tsx/dist/cli.mjs", "main.ts");
    const emulator = await bench.emulator({ propagationSeconds: 0 });
    const stack = join(project.folder, "cdktf.out");
    const dbmon = (...args: string[]) => bench.dbmon(args, { environment: environmentOf(emulator) });
    expect((await dbmon("apply", stack, "--yes", "--parallel", "1")).code).toBe(0);
    const accept = (...args: string[]) => dbmon("accept", stack, "--no-wait", ...args);
    expect(await accept()).toMatchObject({ code: 0, stderr: "" });
    await editLive(emulator, 1, {}, { trigger: 85 });
    await editLive(emulator, 2, { policy: 2 });

    const run = await accept();
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(
      'main.ts:18: trigger: 80 -> 85\nteam/deploys.ts:5: policy: 1 "Every time" -> 2 "At most once every 15 minutes"\n',
    );
    expect(run.stdout).toContain("Accept: 0 alerts, 2 to change in code.\n");
    expect(parse((await accept("--json")).stdout).alerts).toMatchObject([
      {
        name: "CPU",
        status: "listed",
        where: { file: "main.ts", line: 18, construct: "alerts/cpu/Default" },
        fields: [{ path: ["threshold", "trigger"], from: 80, to: 85, where: { file: "main.ts", line: 18 } }],
      },
      { name: "One", where: { file: "team/deploys.ts", line: 5 } },
    ]);
    // Two alerts of one line.
    await editLive(emulator, 3, { policy: 2 });
    emulator.requests.clear();
    expect((await accept("--yes")).stdout).toMatch(
      /team\/deploys\.ts:5: alerts\/One\/Default: policy: .*\nteam\/deploys\.ts:5: alerts\/Two\/Default: policy: /,
    );
    expect(writesTo(emulator)).toEqual([]);
  });
});

describeWithTerraform("a plan of Terraform", () => {
  let world: DbmonTerraform;
  DbmonTerraform.forEachTest((started) => (world = started), { propagationSeconds: 0 });

  const alert = (name: string) => `resource "dbmon_alert" "cpu" {
  name      = "${name}"
  policy    = 1
  threshold = { alert_level = "warn", metric = "os.cpu.user_us", trigger = 80, reset = 70, duration = 2 }
}
`;

  async function plan(): Promise<string> {
    expect((await world.run(["plan", "-out", "plan.out", "-input=false"])).code).toBe(0);
    return bench.write("plan.json", (await world.run(["show", "-json", "plan.out"])).stdout);
  }

  it("lists resources by their addresses and the folders of their modules", async () => {
    mkdirSync(world.folder.file("modules/team"), { recursive: true });
    const required = 'terraform {\n  required_providers {\n    dbmon = { source = "dbmon/dbmon" }\n  }\n}\n';
    world.folder.write("modules/team/main.tf", required + alert("Team ${var.name}") + 'variable "name" {}\n');
    const call = 'source = "./modules/team"\n  for_each = toset(["a]"])\n  name = each.key';
    world.configure(`${alert("Root")}module "team" {\n  ${call}\n}\n`);
    // It fails after it has installed the modules, because the provider is not in a registry.
    await world.run(["init"]);
    await world.apply();
    await editLive(world.service, 1, {}, { trigger: 85 });
    await editLive(world.service, 2, {}, { trigger: 86 });
    const source = await plan();
    const accept = (...args: string[]) =>
      bench.dbmon(["accept", source, "--no-wait", ...args], { environment: world.environment });

    const run = await accept("--yes");
    expect(run.code).toBe(2);
    const address = 'module.team["a]"].dbmon_alert.cpu';
    expect(run.stdout).toMatch(/^dbmon_alert\.cpu: trigger: 80 -> 8[56]$/m);
    expect(run.stdout).toMatch(
      /^modules\/team: module\.team\["a\]"\]\.dbmon_alert\.cpu: trigger: 80 -> 8[56]$/m,
    );
    expect(
      parse((await accept("--json")).stdout).alerts.map(({ status, where }) => ({ status, where })),
    ).toEqual(
      expect.arrayContaining([
        {
          status: "listed",
          where: expect.objectContaining({ file: ".", address: "dbmon_alert.cpu" }) as object,
        },
        { status: "listed", where: expect.objectContaining({ file: "modules/team", address }) as object },
      ]),
    );
  });

  it("proves a rename by the ID in its state, and a state proves it for definitions", async () => {
    world.configure(alert("CPU"));
    await world.apply();
    const output = bench.write("state.json", (await world.run(["show", "-json"])).stdout);
    const state = bench.write("terraform.tfstate", (await world.run(["state", "pull"])).stdout);
    const before = await plan();
    await editLive(world.service, 1, { name: "Load" });
    const accept = (source: string, ...args: string[]) =>
      bench.dbmon(["accept", source, "--no-wait", ...args], { environment: world.environment });
    const line = 'dbmon_alert.cpu: name: "CPU" -> "Load"\n';
    expect((await accept(before)).stdout).toContain(line);
    // Terraform has read the new name.
    expect((await accept(await plan())).stdout).toContain(line);

    const yaml = `alerts:
  - name: CPU
    policy: 1
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 80, reset: 70, duration: 2 }
`;
    for (const proof of [output, state, before]) {
      const source = bench.write("alerts.yaml", yaml);
      expect((await accept(source, "--yes")).code).toBe(2);
      const run = await accept(source, "--yes", "--plan", proof);
      expect(run).toMatchObject({ code: 0, stderr: "" });
      expect(run.stdout).toContain('alerts.yaml:2: name: "CPU" -> "Load"\n');
    }
    const other = bench.write("other.json", '{ "format": 1 }');
    expect(await accept(bench.write("alerts.yaml", yaml), "--plan", other)).toMatchObject({
      code: 1,
      stdout: "",
    });
  });
});
