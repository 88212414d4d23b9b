/** The deployed alerts: as request bodies, a definitions file, a stack and an app. */
export const token = "bench-token";
export const apiPrefix = "/api/v2";

/** Paths of the lists of objects that alerts reference. */
export const referenceLists = [
  "/config/destinations",
  "/config/alert-opts/policy",
  "/config/alert-opts/durations",
];

/** The request bodies that create an alert: the alert and its configuration. */
export function bodiesOf(index: number): { readonly alert: string; readonly config: string } {
  const name = nameOf(index);
  return {
    alert: JSON.stringify({ name, annotations: "", policy: 1, type: 2, disabled: 0, destinations: [1] }),
    config: JSON.stringify({ hosts: [], host_types: ["mysql"], ...conditionOf(index) }),
  };
}

/** The content of a definitions file. */
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

/** A Terraform configuration in JSON, as cdktf synthesizes it. */
export function stackOf(count: number): string {
  return JSON.stringify({
    terraform: { required_providers: { dbmon: { source: "dbmon/dbmon" } } },
    provider: { dbmon: [{}] },
    resource: {
      dbmon_alert: Object.fromEntries(each(count, (index) => [addressOf(index), attributesOf(index)])),
    },
  });
}

/** A configuration with the same number of `terraform_data` resources with the same data, to measure terraform alone. */
export function baselineStackOf(count: number): string {
  const resource = (index: number) => [addressOf(index), { input: attributesOf(index) }] as const;
  return JSON.stringify({ resource: { terraform_data: Object.fromEntries(each(count, resource)) } });
}

/** A cdktf app in JavaScript, so that no compiler is measured. */
export function appOf(count: number): string {
  return `const { App, TerraformStack } = require("cdktf");
const { Alert, AlertConfig, DbmonProvider, Destination } = require("dbmon-iac");
const app = new App();
const stack = new TerraformStack(app, "alerts");
new DbmonProvider(stack, "dbmon");
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

function nameOf(index: number): string {
  return `alert ${index}`;
}

function addressOf(index: number): string {
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
