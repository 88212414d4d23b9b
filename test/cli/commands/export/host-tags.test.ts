/** `dbmon export --host-tags`: tags in place of hosts, where they select exactly the live hosts. And `dbmon compare --host-tags`. */
import { demoSeed, type SeedAlert, ServiceEmulator, systemClock } from "../../../../src/emulator";
import { environmentOf } from "../../../support/command";
import { environmentsBench, tokens } from "../../environments/environments-bench";
import { exportBench } from "./export-bench";

const { bench, read } = exportBench();

const tagged = [
  { id: 7, name: "db-7", type: "os", tags: ["role=primary", "env:production", "a b:${x}"] },
  { id: 8, name: "db-*", type: "os", tags: [] },
];
const alert = (name: string, hosts: number[]): SeedAlert => ({
  alert: { name, annotations: "", policy: 1, type: 1, disabled: 0, destinations: [1] },
  config: { hosts, host_types: [], categories: ["deploy"] },
});
const alerts = [
  alert("Primaries", [1, 7]),
  alert("One", [7]),
  alert("Production servers", [1, 4, 7]),
  alert("Untagged", [1, 8]),
  alert("Deleted", [1, 6]),
];

async function setUp() {
  const service = await bench.emulator({ seed: { ...demoSeed(systemClock), alerts } });
  service.environment().add("hosts", ...tagged);
  const environment = environmentOf(service);
  const run = (...args: string[]) => bench.dbmon(args, { environment });
  return { service, run };
}

it("writes the fewest keys that select exactly the hosts, and names the others", async () => {
  const { run } = await setUp();
  expect(await run("export", "--to", "yaml", "--out", "alerts", "--host-tags", "role,env,a b")).toMatchObject(
    { code: 0 },
  );
  const text = read("alerts/event-alerts.yaml");
  expect(text).toContain("    host_tags:\n      role: primary\n");
  expect(text).toContain("    host_tags:\n      a b: $${x}\n");
  expect(text).toMatch(/name: Production servers\n(.*\n){1,2} +host_tags:\n +role: \[primary, replica\]\n/);
  // The name of host 8 would be a pattern.
  expect(text).toMatch(/hosts: \[db-1.shop.example, 8\]/);
  expect(await run("plan", "alerts", "--detailed-exitcode")).toMatchObject({ code: 0 });
});

it.each([
  [
    "hcl",
    "event-alerts.tf",
    /host_tags = \{\n {4}role = \["primary"\]\n {2}\}/,
    /host_tags = \{\n {4}"a b" = \["\$\$\{x\}"\]\n {2}\}/,
  ],
  [
    "typescript",
    "event-alerts.ts",
    /hostTags: \{\n {10}role: \["primary"\],\n {8}\},/,
    /hostTags: \{\n {10}"a b": \["\$\{x\}"\],\n {8}\},/,
  ],
])("writes them in %s", async (language, file, ...expected) => {
  const { run } = await setUp();
  await run(
    "export",
    "--to",
    language,
    "--out",
    "code",
    "--host-tags",
    "role,a b",
    "--only",
    "One",
    "--only",
    "Primaries",
  );
  const text = read("code", file);
  for (const pattern of expected) expect(text).toMatch(pattern);
});

describe("dbmon compare", () => {
  const environments = environmentsBench();

  it("compares hosts by tags", async () => {
    const start = async (name: string, ids: readonly number[]) => {
      const seed = demoSeed(systemClock);
      const hosts = ids.map((id, index) => ({
        ...(seed.hosts[0] ?? { bindings: [] }),
        id,
        name: `${name}-${String(index)}`,
        tags: ["role:primary"],
      }));
      const service = await ServiceEmulator.start({
        seed: {
          ...seed,
          hosts: [...seed.hosts.map((host) => ({ ...host, tags: [] })), ...hosts] as never,
          alerts: [alert("Primaries", [...ids])],
        },
        tokens: { [tokens.DBMON_STAGING_TOKEN]: "staging", [tokens.DBMON_EU_TOKEN]: "production-eu" },
      });
      environments.onClose(() => service.stop());
      return service.url;
    };
    environments.write(
      "dbmon.yaml",
      `environments:
  staging: { base_url: "${await start("staging", [11])}", api_token: { env: DBMON_STAGING_TOKEN } }
  production-eu: { base_url: "${await start("production", [12, 13])}", api_token: { env: DBMON_EU_TOKEN } }
`,
    );
    const compare = (...more: string[]) =>
      environments.run(["compare", "staging", "production-eu", "--detailed-exitcode", ...more]);
    expect((await compare()).stdout).toContain(
      'hosts: staging ["staging-0"], production-eu ["production-0", ',
    );
    expect((await compare("--host-tags", "role")).stdout).not.toContain("different:");
  });
});
