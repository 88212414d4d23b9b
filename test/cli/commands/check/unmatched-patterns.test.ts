/** Patterns of rules, exceptions and `owns` that match no alert. */
import { alerts, commandBench } from "../../../support/command";

const bench = commandBench();

const backups = `
  - name: Backups
    policy: At most once an hour
    destinations: [On-call PagerDuty]
    event: { categories: [backup] }
`;
const cpu = `
  - name: CPU
    policy: At most once an hour
    destinations: [DBA team mail]
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: 80, duration: 5m, reset: 70 }
`;

const environment = (name: string, keys = "") =>
  `  ${name}: { base_url: "http://127.0.0.1:9", api_token: { env: DBMON_${name.toUpperCase()}_TOKEN }${keys} }\n`;
async function patternWarnings(...args: string[]) {
  const { code, stdout } = await bench.dbmon(["check", ...args]);
  return {
    code,
    warnings: stdout.match(/^warning: dbmon\S+ .* (matches no alert|applies to no).*$/gm) ?? [],
  };
}

it("reports each pattern that matches no alert", async () => {
  bench.write("alerts.yaml", alerts(backups, cpu));
  bench.write(
    "dbmon.yaml",
    `owns: ["*", Disk*]
rules:
  - { name: a, expression: "true", alerts: [CP?, Cpu], except: [{ alerts: ["CPU", "Back*"], reason: x }] }
  - { name: b, expression: "true", except: [{ alerts: [CPU, Backup], reason: x }] }
`,
  );
  expect(await patternWarnings()).toEqual({
    code: 0,
    warnings: [
      'warning: dbmon.yaml:1:13: owns "Disk*" matches no alert.',
      'warning: dbmon.yaml:3:50: The rule "a": "Cpu" matches no alert.',
      'warning: dbmon.yaml:3:83: An exception of the rule "a": "Back*" matches no alert.',
      'warning: dbmon.yaml:4:61: An exception of the rule "b": "Backup" matches no alert.',
    ],
  });
  // Where other definitions can exist, nothing is known.
  expect((await patternWarnings("alerts.yaml")).warnings).toEqual([]);
});

it("reports a pattern that matches no alert of the environments that it applies to", async () => {
  bench.write("alerts.yaml", alerts(backups.replace("policy:", "environments: [staging]\n    policy:"), cpu));
  bench.write(
    "dbmon.yaml",
    `owns: [CPU, Backups]
environments:
${environment("staging")}${environment("production", ", owns: [CPU, Back*]")}rules:
  - { name: a, expression: "true", alerts: Backups }
  - { name: b, expression: "true", alerts: [Backups, CPU], environments: production }
  - { name: c, expression: "true", except: [{ alerts: [Back*, CPU], environments: "prod*", reason: x }] }
  - { name: d, expression: "true", environments: staging, except: [{ alerts: CPU, environments: production, reason: x }] }
`,
  );
  const ofProduction = [
    'warning: dbmon.yaml:4:105: owns "Back*" matches no alert. Environment: production.',
    'warning: dbmon.yaml:7:45: The rule "b": "Backups" matches no alert. Environment: production.',
    'warning: dbmon.yaml:8:56: An exception of the rule "c": "Back*" matches no alert. Environment: production.',
  ];
  const unused = 'warning: dbmon.yaml:9:78: An exception of the rule "d": "CPU" applies to no environment.';
  expect((await patternWarnings()).warnings).toEqual([...ofProduction, unused]);
  expect((await patternWarnings("-e", "production")).warnings).toEqual([...ofProduction, unused]);
  // Of a pattern for all environments, or for another, the alerts of one show nothing.
  expect((await patternWarnings("-e", "staging")).warnings).toEqual([unused]);
});
