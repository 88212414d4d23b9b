/** Each example with constructs deploys unchanged, and the next plan has no changes. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { ServiceEmulator } from "../../src/emulator";
import { shopSeed } from "../support/emulator";
import { describeWithTerraform } from "../support/terraform";
import { createExampleProject } from "./example-project";

const root = resolve(__dirname, "../..");
const execute = promisify(execFile);

/** The names of the alerts of each stack, by example. */
const alertNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "environments/cdktf": {
    staging: ["Replication: a replica lags behind"],
    production: ["Replication: a replica lags behind"],
  },
  "on-call": {
    "on-call": [
      "CPU: a database server is saturated",
      "Deploy: code or schema went out",
      "Latency: checkout's order query is slow (p99)",
      "Replication: a replica lags behind",
      "Restart: a database server came back",
    ],
  },
  "query-families": {
    queries: ["Checkout: the query of orders fails", ...Array.from({ length: 5 }, () => "Latency: query")],
  },
  "team-library": {
    teams: ["billing/ledger", "shop/catalog", "shop/orders"].flatMap((fleet) =>
      ["a replica is behind", "a server is saturated", "a server restarted"].map(
        (what) => `${fleet}: ${what}`,
      ),
    ),
  },
};

/** Only Terraform knows the alerts of this example, so its tests need an export of deployed alerts. */
const testedAfterExport = "query-families";

it("every example with constructs is tested here", () => {
  const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" });
  const examples = files.flatMap((path) => /^(.+)\/main\.ts$/.exec(path)?.[1] ?? []);
  expect(examples.sort()).toEqual(Object.keys(alertNames));
});

describeWithTerraform("the examples with constructs", () => {
  let work: string;
  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), "dbmon-examples-test-"));
  });
  afterEach(() => {
    rmSync(work, { recursive: true, force: true });
  });

  it.each(Object.entries(alertNames))("%s", async (example, stacks) => {
    const { folder, environment } = createExampleProject(example, work);
    await execute(join(folder, "node_modules/.bin/tsx"), ["main.ts"], { cwd: folder, env: environment });
    expect(readdirSync(join(folder, "cdktf.out/stacks")).sort()).toEqual(Object.keys(stacks).sort());
    const dbmon = (args: readonly string[], env: NodeJS.ProcessEnv = environment) =>
      execute(process.execPath, [join(root, "dist/cli/main.js"), ...args], { cwd: folder, env });
    if (example !== testedAfterExport) {
      const { stdout } = await dbmon(["test", "--min-coverage", "100"]);
      expect(stdout).toMatch(/^Test: \d+ passed\. /m);
    }
    for (const [stack, names] of Object.entries(stacks)) {
      const service = await ServiceEmulator.start({ seed: shopSeed() });
      try {
        const env = {
          ...environment,
          DBMON_BASE_URL: service.url,
          DBMON_API_TOKEN: service.token,
          DBMON_AGENT_TOKEN: service.agentToken,
        };
        const stackFolder = join(folder, "cdktf.out/stacks", stack);
        const terraform = (...args: string[]) => execute("terraform", args, { cwd: stackFolder, env });
        // Shortens the wait of examples with a Propagation.
        const shortWindow = { provider: { dbmon: { propagation_window: "100ms" } } };
        writeFileSync(join(stackFolder, "window_override.tf.json"), JSON.stringify(shortWindow));
        await terraform("init", "-input=false");
        await terraform("apply", "-auto-approve", "-input=false");
        const { stdout } = await terraform("plan", "-detailed-exitcode", "-input=false", "-no-color");
        expect(stdout).toContain("No changes.");
        const listed = await fetch(`${service.url}/api/v2/config/alerts`, {
          headers: { Authorization: `Bearer ${service.token}` },
        });
        // The list response of ALERT-8.
        const { data } = (await listed.json()) as { data: { name: string; destinations: number[] }[] };
        const deployed = data.map(({ name }) => name.replace(/ [0-9a-f]{16}$/, "")).sort();
        expect(deployed).toEqual([...names].sort());
        expect(data.filter(({ destinations }) => destinations.length === 0)).toEqual([]);
        if (example === testedAfterExport) {
          await dbmon(["export", "--to", "yaml", "--out", "exported"], env);
          expect((await dbmon(["test"])).stdout).toMatch(/^Test: \d+ passed\. /m);
        }
      } finally {
        await service.stop();
      }
    }
  });
});
