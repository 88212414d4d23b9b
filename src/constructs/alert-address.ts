/** Where an alert was before Terraform knew it under its construct's address: in its state, or in the service alone. */
import { Lazy } from "cdktf";
import { quote } from "../diagnostics";
import { type AlertResource } from "./alert-resource";
import { literal } from "./text";

export interface AddressProps {
  /**
   * Where the alert was in Terraform's state before its construct was moved or got another id: an address as `terraform state list`
   * prints it, or its last part. The alert is then kept, and not made anew.
   */
  readonly moveFrom?: string;
  /**
   * Takes over an alert that exists already: true, by its name, or the name or id that it has now. Not together with `forEach`.
   * Default: false.
   */
  readonly importExisting?: boolean | string;
}

export function setAddress(alert: AlertResource, { moveFrom, importExisting = false }: AddressProps): void {
  if (isAddress(moveFrom)) alert.moveFromId(addressOf(moveFrom));
  if (importExisting === false || importExisting === "") return;
  // Its name may yet change: an aspect may put something before it.
  const ownName = () => Lazy.stringValue({ produce: () => alert.nameInput });
  alert.importFrom(importExisting === true ? ownName() : literal(importExisting));
}

/** @returns complaints, all of them */
export function checkAddress(alert: AlertResource, { moveFrom, importExisting }: AddressProps): string[] {
  const isImported = importExisting !== undefined && importExisting !== false;
  return [
    ...(moveFrom === undefined || isAddress(moveFrom)
      ? []
      : [
          `moveFrom: ${quote(moveFrom)} is not an address. Give it as \`terraform state list\` prints it, or its last part.`,
        ]),
    ...(importExisting === ""
      ? ["importExisting: It is empty. Name the alert to take over, or say true for its own name."]
      : []),
    ...(isImported && alert.forEach !== undefined
      ? [
          "importExisting: With forEach it is several alerts, and which one is taken over is not said. Leave it out: identical alerts " +
            'are taken over anyway, and others with the provider\'s existingAlerts: "adopt".',
        ]
      : []),
  ];
}

function isAddress(moveFrom: string | undefined): moveFrom is string {
  return moveFrom !== undefined && /^[\p{L}\p{N}_](?:[^\s[]|\[[^\]]*\])*$/u.test(moveFrom);
}

function addressOf(moveFrom: string): string {
  // Dots may also be in the key of one of several: `each["a.b"]`.
  return /^[^[.]+\./.test(moveFrom) ? moveFrom : `dbmon_alert.${moveFrom}`;
}
