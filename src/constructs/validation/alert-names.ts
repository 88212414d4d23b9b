/**
 * Validates that the names of alerts are unique within a stack, and across stacks whose providers use the same environment, and compares
 * the metrics and categories of a stack.
 */
import { type TerraformProvider, TerraformStack, Token } from "cdktf";
import { type IConstruct } from "constructs";
import { quote, toNfc, unescapeTemplate } from "../../diagnostics";
import { explainForms } from "../../service";
import { addBrand, hasBrand, uniqueNamesBrand } from "../contract";
import { environmentKeyOf, findDefaultProvider } from "../provider";
import { type AlertResource, alertsBelow } from "../resources/alert-resource";
import { warnOfMisspelledNames } from "./alert-validation";

/** Adds validations to the stack of the alert and to its app, unless they already have them. */
export function validateNames(alert: AlertResource): void {
  const stack = TerraformStack.of(alert);
  validateOnce(stack, uniqueNamesBrand, () => {
    const alerts = alertsBelow(stack);
    warnOfMisspelledNames(alerts);
    return findDuplicates(alerts).map(formatDuplicate);
  });
  const app = alert.node.root;
  const findInApp = () => findDuplicates(alertsBelow(app)).filter(isAcrossStacks);
  if (app !== stack) validateOnce(app, uniqueNamesBrand, () => findInApp().map(formatDuplicate));
}

function validateOnce(scope: IConstruct, brand: symbol, validate: () => string[]): void {
  if (hasBrand(scope, brand)) return;
  addBrand(scope, brand);
  scope.node.addValidation({ validate });
}

/** Two or more alerts with one name in one environment. */
interface Duplicate {
  readonly name: string;
  readonly alerts: readonly AlertResource[];
}

function findDuplicates(alerts: readonly AlertResource[]): Duplicate[] {
  // Finding a provider searches the whole stack.
  const defaultProviders = new Map<TerraformStack, TerraformProvider | undefined>();
  const defaultProviderOf = (stack: TerraformStack) => {
    if (!defaultProviders.has(stack)) defaultProviders.set(stack, findDefaultProvider(stack));
    return defaultProviders.get(stack);
  };
  const groups = new Map<string, Duplicate & { readonly alerts: AlertResource[] }>();
  for (const alert of alerts) {
    const name = alert.nameInput;
    // Validation reports names of another type.
    if (typeof name !== "string" || Token.isUnresolved(name)) continue;
    const provider = alert.provider ?? defaultProviderOf(TerraformStack.of(alert));
    const key = JSON.stringify([toNfc(name), environmentKeyOf(provider)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, alerts: [alert] });
    else group.alerts.push(alert);
  }
  return [...groups.values()].filter((group) => group.alerts.length > 1);
}

function isAcrossStacks({ alerts }: Duplicate): boolean {
  return new Set(alerts.map((alert) => TerraformStack.of(alert))).size > 1;
}

function formatDuplicate(duplicate: Duplicate): string {
  const { name, alerts } = duplicate;
  const forms = explainForms(alerts.map(({ nameInput = name }) => nameInput));
  const paths = alerts.map((alert) => alert.node.scope?.node.path ?? alert.node.path);
  const remedy = isAcrossStacks(duplicate)
    ? " If the stacks deploy to different environments, name the environment of each provider: " +
      "new DbmonProvider(this, ..., { environment })."
    : "";
  return `Duplicate alert name ${quote(unescapeTemplate(name))}: ${paths.join(", ")}.${forms} Names are unique in an environment. Rename all but one.${remedy}`;
}
