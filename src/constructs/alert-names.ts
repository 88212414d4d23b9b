/** Names are unique in an environment: within a stack, and across the stacks of an app that mean one environment. */
import { type TerraformElement, TerraformStack, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { quote, unescapeTemplate } from "../diagnostics";
import { AlertResource } from "./alert-resource";
import { DbmonProvider } from "./provider";

const checked = Symbol.for("dbmon-iac/names-are-checked");

/** Has the stack of the alert, and its app, check the names of all alerts when they are synthesized. */
export function checkNamesOf(alert: AlertResource): void {
  const stack = TerraformStack.of(alert);
  once(stack, () => duplicatesAmong(alertsOf(stack)));
  const app = alert.node.root;
  if (app !== stack) once(app, () => duplicatesAmong(alertsOf(app)).filter(isAcrossStacks));
}

function once(scope: IConstruct, validate: () => Duplicate[]): void {
  if (checked in scope) return;
  Object.defineProperty(scope, checked, { value: true });
  scope.node.addValidation({ validate: () => validate().map(complaintOf) });
}

function alertsOf(scope: IConstruct): AlertResource[] {
  return scope.node.findAll().filter((one) => one instanceof AlertResource);
}

interface Duplicate {
  readonly name: string;
  readonly alerts: readonly AlertResource[];
}

function duplicatesAmong(alerts: readonly AlertResource[]): Duplicate[] {
  const environments = new Environments();
  const byNameAndEnvironment = new Map<string, Duplicate & { readonly alerts: AlertResource[] }>();
  for (const alert of alerts) {
    const name = alert.nameInput;
    if (name === undefined || Token.isUnresolved(name)) continue;
    const key = JSON.stringify([name, environments.of(alert)]);
    const namesakes = byNameAndEnvironment.get(key);
    if (namesakes === undefined) byNameAndEnvironment.set(key, { name, alerts: [alert] });
    else namesakes.alerts.push(alert);
  }
  return [...byNameAndEnvironment.values()].filter((one) => one.alerts.length > 1);
}

function isAcrossStacks({ alerts }: Duplicate): boolean {
  return new Set(alerts.map((alert) => TerraformStack.of(alert))).size > 1;
}

function complaintOf(duplicate: Duplicate): string {
  const { name, alerts } = duplicate;
  const paths = alerts.map((alert) => alert.node.scope?.node.path ?? alert.node.path);
  const remedy = isAcrossStacks(duplicate)
    ? "Rename all but one; where the stacks mean different environments, give their providers different ones: new DbmonProvider(this, ..., { environment })."
    : "Rename all but one.";
  return `${quote(unescapeTemplate(name))}: ${paths.length} alerts have this name: ${paths.join(", ")}. Names are unique in an environment. ${remedy}`;
}

/** What the provider of an alert says of its environment. */
class Environments {
  readonly #byProvider = new Map<TerraformElement | TerraformStack, string>();

  of(alert: AlertResource): string {
    const owner = alert.provider ?? TerraformStack.of(alert);
    const known = this.#byProvider.get(owner);
    if (known !== undefined) return known;
    const provider = owner instanceof TerraformStack ? providerOf(owner) : owner;
    const environment = provider instanceof DbmonProvider ? describe(provider) : "";
    this.#byProvider.set(owner, environment);
    return environment;
  }
}

function providerOf(stack: TerraformStack): DbmonProvider | undefined {
  return stack.node
    .findAll()
    .find((one): one is DbmonProvider => one instanceof DbmonProvider && one.alias === undefined);
}

function describe({ environment, baseUrlInput, apiTokenInput }: DbmonProvider): string {
  return environment ?? JSON.stringify([baseUrlInput, apiTokenInput]);
}
