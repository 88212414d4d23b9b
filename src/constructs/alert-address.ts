/** Connects an alert to a Terraform address that it had before, or to a live alert that Terraform does not manage yet. */
import { Lazy } from "cdktf";
import { type AlertResource } from "./alert-resource";
import { literal } from "./text";
import { format } from "./value-validation";

export interface AddressProps {
  /**
   * The Terraform address of the alert before its construct was moved or got another ID, as printed by `terraform state list`, or
   * the last part of it. Terraform then keeps the live alert instead of replacing it.
   */
  readonly moveFrom?: string;
  /**
   * Imports a live alert that Terraform does not manage: true for the alert of the same name, or the name or ID that the live alert
   * has now. Not supported with `forEach`. Default: false.
   */
  readonly importExisting?: boolean | string;
}

export function setAddress(alert: AlertResource, { moveFrom, importExisting = false }: AddressProps): void {
  if (isAddress(moveFrom)) alert.moveFromId(qualifiedAddress(moveFrom));
  if (importExisting === false || importExisting === "") return;
  // An aspect may still change the name.
  const currentName = () => Lazy.stringValue({ produce: () => alert.nameInput });
  alert.importFrom(importExisting === true ? currentName() : literal(importExisting));
}

/** Returns all problems, or none. */
export function validateAddress(alert: AlertResource, { moveFrom, importExisting }: AddressProps): string[] {
  const problems: string[] = [];
  if (moveFrom !== undefined && !isAddress(moveFrom)) {
    problems.push(
      `moveFrom: Must be an address that \`terraform state list\` prints, or its last part. Received: ${format(moveFrom)}.`,
    );
  }
  if (importExisting === "") {
    problems.push(
      "importExisting: Must not be empty. Set the name or ID of the live alert, or true for the same name.",
    );
  }
  if (importExisting !== undefined && importExisting !== false && alert.forEach !== undefined) {
    problems.push(
      "importExisting: Not supported with forEach, which creates several alerts. Remove importExisting: " +
        'the provider adopts identical live alerts, and different ones with existingAlerts: "adopt".',
    );
  }
  return problems;
}

function isAddress(moveFrom: string | undefined): moveFrom is string {
  return moveFrom !== undefined && /^[\p{L}\p{N}_](?:[^\s[]|\[[^\]]*\])*$/u.test(moveFrom);
}

function qualifiedAddress(moveFrom: string): string {
  // The key of an instance may contain dots too: `each["a.b"]`.
  return /^[^[.]+\./.test(moveFrom) ? moveFrom : `dbmon_alert.${moveFrom}`;
}
