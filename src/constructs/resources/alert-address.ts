/** Connects an alert to a Terraform address that it had before, or to a live alert that Terraform does not manage yet. */
import { Lazy } from "cdktf";
import * as z from "zod";
import { rule, validate } from "../validation/validate";
import { type AlertResource } from "./alert-resource";
import { literal } from "./arguments";

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

const schemas = {
  moveFrom: z
    .custom(isAddress, rule("Must be an address that `terraform state list` prints, or its last part."))
    .optional(),
  importExisting: z
    .custom(
      (value) => typeof value === "boolean" || (typeof value === "string" && value !== ""),
      rule("Must be a string, the name or ID of the live alert, or true for the same name."),
    )
    .optional(),
};

export function validateAddress(alert: AlertResource, props: AddressProps): string[] {
  const { importExisting = false } = props;
  const problems = validate(schemas, props);
  if (importExisting === false || alert.forEach === undefined) return problems;
  return [
    ...problems,
    "importExisting: Not supported with forEach, which creates several alerts. Remove importExisting, " +
      'and set existingAlerts: "adopt" in the provider for one deploy.',
  ];
}

function isAddress(moveFrom: unknown): moveFrom is string {
  return typeof moveFrom === "string" && /^[\p{L}\p{N}_](?:[^\s[]|\[[^\]]*\])*$/u.test(moveFrom);
}

function qualifiedAddress(moveFrom: string): string {
  // The key of an instance may contain dots too: `each["a.b"]`.
  return /^[^[.]+\./.test(moveFrom) ? moveFrom : `dbmon_alert.${moveFrom}`;
}
