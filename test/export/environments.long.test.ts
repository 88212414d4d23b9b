/** Exports 200 alerts with special characters in each language. The plan of each export has no changes. */
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type EnvironmentSeed, type SeedAlert, ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { describeWithTerraform } from "../support/terraform";
import { alertCount, hostileSeed, incompleteName, secrets } from "./hostile-environment";

const root = resolve(__dirname, "../..");
const execute = promisify(execFile);
const main = join(root, "dist/cli/main.js");

let work = "";
let service: ServiceEmulator;
let environment: NodeJS.ProcessEnv = {};

async function serve(seed: EnvironmentSeed): Promise<void> {
  service = await ServiceEmulator.start({ seed, token: "s3cr3t-api-token" });
  environment = {
    PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    ...{ HOME: work, TMPDIR: work, CI: "1", CHECKPOINT_DISABLE: "1", DISABLE_VERSION_CHECK: "1" },
    ...{ DBMON_BASE_URL: service.url, DBMON_API_TOKEN: service.token },
  };
}

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "dbmon-export-test-"));
});
afterEach(async () => {
  await service.stop();
  rmSync(work, { recursive: true, force: true });
});

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
}

/** @throws for an exit code other than 0 */
function run(program: string, args: readonly string[], folder = work): Promise<Ran> {
  return execute(program, [...args], { cwd: folder, env: environment, maxBuffer: 64 << 20 });
}

const dbmon = (...args: readonly string[]) => run(process.execPath, [main, ...args]);
const writes = () => service.requests.list().filter(({ method }) => method !== "GET");

/** Installs the provider for terraform. */
async function installProvider(): Promise<void> {
  const { stdout } = await dbmon("provider", "install", join(work, "mirror"));
  writeFileSync(join(work, "terraformrc"), stdout);
  environment = { ...environment, TF_CLI_CONFIG_FILE: join(work, "terraformrc") };
}

async function exportHostile(language: string): Promise<string> {
  const { stdout, stderr } = await dbmon("export", "--to", language, "--out", language);
  expect(stdout).toContain(`Export: ${String(alertCount)} alerts.`);
  expect(stderr).toContain(
    `${JSON.stringify(incompleteName)}: The alert (id ${String(alertCount + 1)}) was not exported.`,
  );
  const folder = join(work, language);
  const code = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("");
  for (const secret of [...secrets, service.token]) expect(code + stdout + stderr).not.toContain(secret);
  return folder;
}

/** Links the packages that the exported project needs. */
function linkPackages(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(root, join(modules, "dbmon-iac"));
  for (const name of [".bin", "cdktf", "cdktn", "constructs", "tsx"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
}

/** Imports all alerts with terraform, and expects no changes. */
async function expectImportWithoutChanges(folder: string): Promise<void> {
  const terraform = (...args: string[]) => run("terraform", [...args, "-no-color"], folder);
  await terraform("init", "-input=false");
  const planned = await terraform("plan", "-input=false", "-out=plan");
  expect(planned.stdout).toContain(
    `Plan: ${String(alertCount)} to import, 0 to add, 0 to change, 0 to destroy.`,
  );
  const applied = await terraform("apply", "-input=false", "plan");
  expect(applied.stdout).toContain(
    `Resources: ${String(alertCount)} imported, 0 added, 0 changed, 0 destroyed.`,
  );
  const after = await terraform("plan", "-detailed-exitcode", "-input=false");
  expect(after.stdout).toContain("No changes.");
  expect(writes()).toEqual([]);
}

const event = (name: string): SeedAlert => ({
  alert: { name, annotations: "", policy: 1, type: 1, disabled: 0, destinations: [1] },
  config: { hosts: [], host_types: [], categories: ["code deployment"] },
});

it("YAML: dbmon plan has no changes", async () => {
  await serve(hostileSeed());
  await exportHostile("yaml");
  const check = async (...args: string[]) => {
    const { stdout } = await dbmon("check", "yaml", ...args, "--json");
    return (JSON.parse(stdout) as { problems: { severity: string; what: string }[] }).problems;
  };
  expect(new Set((await check()).map(({ what }) => what))).toEqual(
    new Set([
      "The alert has no destinations, so it notifies nobody.",
      "name has hidden characters, or spaces or quotes around it.",
      'The name looks like "CPU  high".',
    ]),
  );
  // Categories without events are warnings.
  expect((await check("--online")).filter(({ severity }) => severity === "error")).toEqual([]);
  const { stdout } = await dbmon("plan", "yaml", "--detailed-exitcode");
  expect(stdout).toContain(`Plan: No changes. ${String(alertCount)} in sync`);
  expect(writes()).toEqual([]);
});

describe("in an environment whose policies and durations have other ids", () => {
  const source = (): EnvironmentSeed => ({
    ...shopSeed(),
    alerts: [
      event("Deploys"),
      {
        alert: { name: "CPU", annotations: "", policy: 2, type: 2, disabled: 0, destinations: [1] },
        config: {
          ...{ hosts: [], host_types: [], alert_level: "crit", metric: "os.cpu.user_us" },
          ...{ trigger: 900_000, reset: 700_000, duration: 3 },
        },
      },
    ],
  });

  /** Its ids are those of the source plus 100, so that no id fits. */
  const target = (): EnvironmentSeed => {
    const seed = shopSeed();
    const renumber = <T extends { id: number }>(objects: readonly T[]) =>
      objects.map((object) => ({ ...object, id: object.id + 100 }));
    return {
      ...seed,
      destinations: renumber(seed.destinations),
      policies: renumber(seed.policies),
      durations: renumber(seed.durations),
    };
  };

  /** Exports the source, and continues with the target. */
  async function exportAndSwitch(language: string): Promise<string> {
    await serve(source());
    await dbmon("export", "--to", language, "--out", language);
    await service.stop();
    await serve(target());
    return join(work, language);
  }

  async function expectPortedAlerts(): Promise<void> {
    const read = (path: string) =>
      fetch(`${service.url}/api/v2/config/${path}`, {
        headers: { Authorization: `Bearer ${service.token}` },
      }).then((response): Promise<unknown> => response.json());
    expect(await read("alerts")).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ name: "Deploys", policy: 101, destinations: [101] }),
        expect.objectContaining({ name: "CPU", policy: 102, destinations: [101] }),
      ]) as unknown,
    });
    const { data } = (await read("alerts")) as { data: { id: number; name: string }[] };
    const id = data.find(({ name }) => name === "CPU")?.id;
    expect(await read(`alerts/${String(id)}/config`)).toMatchObject({ duration: 103 });
  }

  it("exported YAML is applied, and the next plan has no changes", async () => {
    const folder = await exportAndSwitch("yaml");
    await dbmon("apply", folder, "--yes");
    await expectPortedAlerts();
    expect((await dbmon("plan", folder, "--detailed-exitcode")).stdout).toContain("Plan: No changes.");
  });

  describeWithTerraform("with terraform", () => {
    async function expectAppliedWithoutChanges(folder: string): Promise<void> {
      await installProvider();
      const terraform = (...args: string[]) => run("terraform", [...args, "-no-color"], folder);
      await terraform("init", "-input=false");
      const applied = await terraform("apply", "-input=false", "-auto-approve");
      expect(applied.stdout).toContain("2 added, 0 changed, 0 destroyed.");
      await expectPortedAlerts();
      const after = await terraform("plan", "-detailed-exitcode", "-input=false");
      expect(after.stdout).toContain("No changes.");
    }

    it("exported HCL is applied without its imports, and the next plan has no changes", async () => {
      const folder = await exportAndSwitch("hcl");
      rmSync(join(folder, "imports.tf"));
      await expectAppliedWithoutChanges(folder);
    });

    it("exported TypeScript is deployed without its imports, and the next plan has no changes", async () => {
      const folder = await exportAndSwitch("typescript");
      for (const name of readdirSync(folder).filter((file) => file.endsWith("alerts.ts"))) {
        const text = readFileSync(join(folder, name), "utf8");
        writeFileSync(join(folder, name), text.replace(/^ *importExisting: .*\n/gm, ""));
      }
      linkPackages(folder);
      await run("cdktf", ["synth"], folder);
      await expectAppliedWithoutChanges(join(folder, "cdktf.out/stacks/alerts"));
    });
  });
});

describeWithTerraform("with terraform", () => {
  it("HCL: terraform imports every alert without changes", async () => {
    await serve(hostileSeed());
    await installProvider();
    const folder = await exportHostile("hcl");
    expect((await run("terraform", ["fmt", "-check", "-diff", folder])).stdout).toBe("");
    await expectImportWithoutChanges(folder);
  });

  it("TypeScript: terraform imports every synthesized alert without changes", async () => {
    await serve(hostileSeed());
    await installProvider();
    const folder = await exportHostile("typescript");
    const team = readFileSync(join(folder, "ops-team.ts"), "utf8");
    expect(team).toContain(`
    AlertDefaults.of(this).set({
      annotations: 'See \${RUNBOOK}\\n"before" you act.',
      policy: policies.everyTime,
      destinations: [destinations.onCallPagerduty, destinations.oddNameX],
      hosts: [hosts.db1ShopExample, hosts.tostringHost],
      hostTypes: ["mysql"],
    });
`);
    linkPackages(folder);
    await run("cdktf", ["synth"], folder);
    await expectImportWithoutChanges(join(folder, "cdktf.out/stacks/alerts"));
  });

  it.each(["hcl", "typescript"])(
    "in %s, a renamed alert and alerts of a new group keep their addresses",
    async (language) => {
      await serve({ ...shopSeed(), alerts: ["shop/a", "shop/b", "other"].map(event) });
      await installProvider();
      const folder = join(work, language);
      const terraformFolder = language === "hcl" ? folder : join(folder, "cdktf.out/stacks/alerts");
      const terraform = (...args: string[]) => run("terraform", [...args, "-no-color"], terraformFolder);
      const write = async () => {
        await dbmon("export", "--to", language, "--out", language);
        if (language === "typescript") await run("cdktf", ["synth"], folder);
      };
      mkdirSync(folder);
      if (language === "typescript") linkPackages(folder);
      await write();
      await terraform("init", "-input=false");
      await terraform("apply", "-input=false", "-auto-approve");

      const call = (method: string, path: string, body: object) =>
        fetch(`${service.url}/api/v2/config/alerts${path}`, {
          method,
          headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        });
      const added = event("shop/c");
      await call("PUT", "/3", { id: 3, ...event("renamed").alert });
      await call("POST", "", added.alert);
      await call("PUT", "/4/config", added.config ?? {});
      await write();
      const planned = await terraform("plan", "-input=false");
      expect(planned.stdout).toContain("Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.");
    },
    180_000,
  );
});
