/** Connects an alert to a Terraform address that it had before, or to a live alert that Terraform does not manage yet. */
import { Lazy } from "cdktf";
import { quote } from "../diagnostics";
import { type AlertResource } from "./alert-resource";
import { literal } from "./text";
import { format, isId, validateText } from "./value-validation";

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

export function setAddress(alert: AlertResource, { moveFrom, importExisting }: AddressProps): void {
  if (isAddress(moveFrom)) alert.moveFromId(qualifiedAddress(moveFrom));
  // An aspect may still change the name.
  if (importExisting === true) alert.importFrom(Lazy.stringValue({ produce: () => alert.nameInput }));
  if (typeof importExisting === "string" && importExisting !== "") alert.importFrom(literal(importExisting));
}

/** Returns all problems, or none. */
export function validateAddress(alert: AlertResource, { moveFrom, importExisting }: AddressProps): string[] {
  const problems: string[] = [];
  if (moveFrom !== undefined && !isAddress(moveFrom)) {
    problems.push(
      `moveFrom: Must be an address that \`terraform state list\` prints, or its last part. Received: ${format(moveFrom)}.`,
    );
  }
  problems.push(...validateImport(importExisting));
  if (importExisting !== undefined && importExisting !== false && alert.forEach !== undefined) {
    problems.push(
      "importExisting: Not supported with forEach, which creates several alerts. Remove importExisting, " +
        'and set existingAlerts: "adopt" in the provider for one deploy.',
    );
  }
  return problems;
}

function validateImport(importExisting: unknown): string[] {
  if (importExisting === undefined || typeof importExisting === "boolean") return [];
  const remedy = "Set the name or ID of the live alert, or true for the same name.";
  if (importExisting === "") return [`importExisting: Must not be empty. ${remedy}`];
  if (typeof importExisting === "string") return validateText("importExisting", importExisting);
  const quoted = isId(importExisting) ? ` Write ${quote(format(importExisting))}.` : ` ${remedy}`;
  return [`importExisting: Must be a string or true. Received: ${format(importExisting)}.${quoted}`];
}

function isAddress(moveFrom: unknown): moveFrom is string {
  return typeof moveFrom === "string" && /^[\p{L}\p{N}_](?:[^\s[]|\[[^\]]*\])*$/u.test(moveFrom);
}

function qualifiedAddress(moveFrom: string): string {
  // The key of an instance may contain dots too: `each["a.b"]`.
  return /^[^[.]+\./.test(moveFrom) ? moveFrom : `dbmon_alert.${moveFrom}`;
}
