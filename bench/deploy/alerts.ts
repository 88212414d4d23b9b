/** The alerts that are deployed, in each of the forms that a user may write them in. */
export const token = "bench-token";
export const apiPrefix = "/api/v2";

/** Lists of what the alerts refer to: destinations, policies and durations. */
export const referredLists = [
  "/config/destinations",
  "/config/alert-opts/policy",
  "/config/alert-opts/durations",
];

/** Both bodies of an alert's creation. */
export function bodiesOf(index: number): { readonly alert: string; readonly config: string } {
  const name = nameOf(index);
  return {
    alert: JSON.stringify({ name, annotations: "", policy: 1, type: 2, disabled: 0, destinations: [1] }),
    config: JSON.stringify({ hosts: [], host_types: ["mysql"], ...conditionOf(index) }),
  };
}

/** A definitions file. */
export function definitions(count: number): string {
  const alerts = each(
    count,
    (index) => `  - name: ${nameOf(index)}
    policy: 1
    destinations: [1]
    host_types: [mysql]
    threshold: { alert_level: crit, metric: os.cpu.user_us, trigger: ${index}, duration: 1, reset: 0 }
`,
  );
  return `alerts:\n${alerts.join("")}`;
}

/** A stack as cdktf writes it. */
export function stackOf(count: number): string {
  return JSON.stringify({
    terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
    provider: { dbmon: [{}] },
    resource: {
      dbmon_alert: Object.fromEntries(each(count, (index) => [addressOf(index), attributesOf(index)])),
    },
  });
}

/** As many resources of terraform's own, that hold as much and do nothing. */
export function ownStackOf(count: number): string {
  const resource = (index: number) => [addressOf(index), { input: attributesOf(index) }] as const;
  return JSON.stringify({ resource: { terraform_data: Object.fromEntries(each(count, resource)) } });
}

/**
 * An app for cdktf, in plain JavaScript: what a compiler takes is not ours.
 * @param backend address of the state; without it the state is a file
 */
export function appOf(count: number, backend?: string): string {
  const state =
    backend === undefined ? "" : `new HttpBackend(stack, { address: ${JSON.stringify(backend)} });`;
  return `const { App, HttpBackend, TerraformStack } = require("cdktf");
const { Alert, AlertConfig, DbmonProvider, Destination } = require("dbmon-iac");
const app = new App();
const stack = new TerraformStack(app, "alerts");
new DbmonProvider(stack, "dbmon");
${state}
for (let index = 0; index < ${count}; index++) {
  const config = { ...${JSON.stringify({ alertLevel: "crit", metric: "os.cpu.user_us", duration: 1, reset: 0 })}, trigger: index };
  new Alert(stack, "alert-" + index, {
    name: "alert " + index,
    policy: 1,
    destinations: [Destination.fromId(1)],
    config: AlertConfig.threshold({ ...config, hostTypes: ["mysql"] }),
  });
}
app.synth();
`;
}

export function nameOf(index: number): string {
  return `alert ${index}`;
}

export function addressOf(index: number): string {
  return `alert-${index}`;
}

function attributesOf(index: number) {
  const threshold = conditionOf(index);
  return { name: nameOf(index), policy: 1, destinations: [1], host_types: ["mysql"], threshold };
}

function conditionOf(index: number) {
  return { alert_level: "crit", metric: "os.cpu.user_us", trigger: index, duration: 1, reset: 0 };
}

function each<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
