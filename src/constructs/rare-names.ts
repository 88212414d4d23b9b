/** Warns of names in one alert of a stack that are probably misspelled, because other alerts of the stack use a similar name. */
import { TerraformStack } from "cdktf";
import { checkRareNames } from "../service";
import { type AlertResource, alertsBelow, applyDefaults, warnOnce, withName } from "./alert-resource";
import { knownPartOf } from "./alert-validation";
import { addBrand, hasBrand, rareNamesBrand } from "./contract";

/** Adds a validation to the stack of the alert, unless it already has one. It adds warnings and returns no errors. */
export function warnOfRareNames(alert: AlertResource): void {
  const stack = TerraformStack.of(alert);
  if (hasBrand(stack, rareNamesBrand)) return;
  addBrand(stack, rareNamesBrand);
  stack.node.addValidation({
    validate: () => {
      addWarnings(alertsBelow(stack));
      return [];
    },
  });
}

function addWarnings(alerts: readonly AlertResource[]): void {
  alerts.forEach(applyDefaults);
  for (const { alert: index, what, remedy } of checkRareNames(alerts.map(knownPartOf))) {
    const alert = alerts[index];
    if (alert !== undefined) warnOnce(alert, withName(alert, `${what}. ${remedy}`));
  }
}
