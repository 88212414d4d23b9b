/**
 * Measures the CPU time of `terraform plan` of unchanged alerts, and of as many resources that terraform itself has. With
 * peers, it also measures a generic provider, written in Go.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { TerraformFolder } from "../test/support/terraform";
import { apiPrefix, baselineStackOf, stackOf, token } from "./deploy/alerts";
import { dbmonProvider, type Service, startService } from "./deploy/service";
import { type Usage } from "./environments/usage";
import { childrenMs, median } from "./measure";
import { peerFolder } from "./peers";
import { type Benchmark, goalOfFactor, type Row } from "./results";

interface PlanUsage {
  /** Of terraform and all its providers. */
  readonly totalMs: number;
  /** Of the processes of the provider: one for its schema, one for the validation and one for the plan. */
  readonly providerMs: number;
  readonly providerBytes: number;
}

/** Terraform in a shell that reports the CPU time of its children. */
class MeasuredTerraform {
  readonly #work = mkdtempSync(join(tmpdir(), "dbmon-bench-"));
  readonly #times = join(this.#work, "times");
  readonly #usages = join(this.#work, "usages.jsonl");
  readonly #environment: Readonly<Record<string, string>>;

  constructor() {
    const preloaded = join(this.#work, "usage.cjs");
    const entryPoints = [join(__dirname, "environments/usage.ts")];
    buildSync({ entryPoints, outfile: preloaded, bundle: true, platform: "node", format: "cjs" });
    const shell = `#!/bin/sh\nPATH="$BENCH_PATH" terraform "$@"\ncode=$?\ntimes > "${this.#times}"\nexit $code\n`;
    mkdirSync(join(this.#work, "bin"));
    writeFileSync(join(this.#work, "bin/terraform"), shell, { mode: 0o755 });
    const path = process.env.PATH ?? "";
    this.#environment = {
      PATH: `${join(this.#work, "bin")}:${path}`,
      BENCH_PATH: path,
      BENCH_USAGE_FILE: this.#usages,
      NODE_OPTIONS: `--require ${preloaded}`,
    };
  }

  async plan(folder: TerraformFolder, environment: Readonly<Record<string, string>>): Promise<PlanUsage> {
    writeFileSync(this.#usages, "");
    const args = ["plan", "-detailed-exitcode", "-input=false"];
    const { code, text } = await folder.run(args, { ...this.#environment, ...environment });
    if (code !== 0) throw new Error(`terraform plan failed: ${text}`);
    const usages = readFileSync(this.#usages, "utf8").split("\n").filter(Boolean);
    const providers = usages.map((line) => JSON.parse(line) as Usage);
    return {
      totalMs: childrenMs(readFileSync(this.#times, "utf8")),
      providerMs: providers.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      providerBytes: Math.max(0, ...providers.map(({ maxBytes }) => maxBytes)),
    };
  }

  remove(): void {
    rmSync(this.#work, { recursive: true, force: true });
  }
}

const restSource = "mastercard/restapi";

/** Manages the configurations of the live alerts, because the service has no address of one alert. */
async function restStackOf({ url }: Service): Promise<string> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${apiPrefix}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.json();
  };
  const { data } = (await read("/config/alerts")) as { readonly data: readonly { readonly id: number }[] };
  const path = "/config/alerts/{id}/config";
  const objects: Record<string, object> = {};
  for (const { id } of data) {
    const config = JSON.stringify(await read(path.replace("{id}", String(id))));
    const paths = { path: "/config/alerts", create_path: path, read_path: path, update_path: path };
    objects[`alert-${id}`] = { ...paths, object_id: String(id), data: config };
  }
  const provider = { uri: `${url}${apiPrefix}`, bearer_token: token, create_method: "PUT" };
  return JSON.stringify({
    terraform: { required_providers: { restapi: { source: restSource } } },
    provider: { restapi: [provider] },
    resource: { restapi_object: objects },
  });
}

export const terraformCpu: Benchmark = async ({ quick }) => {
  const count = quick ? 30 : 300;
  const service = await startService();
  const terraform = new MeasuredTerraform();
  const provider = { source: "dbmon/dbmon", folder: dbmonProvider };
  const [alerts, baseline] = [new TerraformFolder(provider), new TerraformFolder(provider)];
  const rest = peerFolder && new TerraformFolder({ source: restSource, folder: peerFolder });
  const folders = { alerts, baseline, ...(rest && { rest }) };
  const usages: Record<string, PlanUsage[]> = {};
  try {
    alerts.write("main.tf.json", stackOf(count));
    baseline.write("main.tf.json", baselineStackOf(count));
    for (const folder of Object.values(folders)) {
      // The alerts exist already.
      if (folder === rest) rest.write("main.tf.json", await restStackOf(service));
      const { code, text } = await folder.run(["apply", "-auto-approve"], service.environment);
      if (code !== 0) throw new Error(`terraform apply failed: ${text}`);
    }
    for (let round = 0; round < (quick ? 1 : 7); round++)
      for (const [name, folder] of Object.entries(folders))
        (usages[name] ??= []).push(await terraform.plan(folder, service.environment));
  } finally {
    await service.stop();
    for (const temporary of [terraform, ...Object.values(folders)]) temporary.remove();
  }
  const of = (name: keyof typeof folders, key: keyof PlanUsage) =>
    median((usages[name] ?? []).map((usage) => usage[key]));
  const alone = of("baseline", "totalMs");
  const own = of("alerts", "providerMs");
  const row = (what: string, cpu: number, memory?: number): Row => ({
    what,
    cpu,
    factor: cpu / alone,
    memory,
  });
  return {
    title: "CPU of terraform plan",
    how: [
      `Medians of ${usages["alerts"]?.length ?? 0} plans of ${count} unchanged alerts, in turns with as many \`terraform_data\` resources, which terraform itself ` +
        "provides. The service has no latency. The provider is that of the npm package: a process for its schema, one for the validation and one for the plan.",
      ...(rest
        ? ["The generic provider in Go reads each configuration with a request, and checks no names."]
        : []),
    ],
    goals: [
      goalOfFactor("the provider's CPU within 1x of that of terraform alone", [own / alone], 1),
      ...(rest
        ? [
            goalOfFactor(
              "terraform with alerts within 0.35x of a generic REST provider in Go",
              [of("alerts", "totalMs") / of("rest", "totalMs")],
              0.35,
            ),
          ]
        : []),
    ],
    tables: [
      {
        title: "CPU",
        columns: [
          { key: "what", head: "processes", unit: "text" },
          { key: "cpu", head: "CPU", unit: "ms" },
          { key: "factor", head: "factor to terraform alone", unit: "times" },
          { key: "memory", head: "peak memory", unit: "bytes" },
        ],
        rows: [
          row("terraform with `terraform_data`", alone),
          row("terraform with alerts, provider included", of("alerts", "totalMs")),
          row("the three processes of the provider", own, of("alerts", "providerBytes")),
          ...(rest ? [row("terraform with a generic REST provider in Go", of("rest", "totalMs"))] : []),
        ],
      },
    ],
  };
};
