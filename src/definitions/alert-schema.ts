/** An alert as a definition spells it: the attribute names of the Terraform resource, destinations and hosts by name or id. */
import * as z from "zod";
import { alertAttributes } from "../service";

const references = z.array(z.union([z.int().nonnegative(), z.string().min(1)])).default([]);

function byNameToo(description = ""): string {
  return description.replace(/^IDs/, "Names or ids");
}

export const alertDefinition = z
  .strictObject({
    ...alertAttributes,
    destinations: references.describe(byNameToo(alertAttributes.destinations.description)),
    hosts: references.describe(byNameToo(alertAttributes.hosts.description)),
  })
  // For editors; here the rules of an alert are asked (`checkAlert`).
  .meta({ oneOf: [{ required: ["event"] }, { required: ["threshold"] }] });

const forAnchors = "Passed over: a place for anchors, which alerts of the file merge with `<<: *name`.";

/** A definitions file as its author writes it. */
export const definitionsFile = z
  .strictObject({
    $schema: z.string().optional().describe("Address of the JSON schema of this file, for editors."),
    alerts: z.array(alertDefinition).describe("The alerts, each of one kind: `event` or `threshold`."),
    ignore: alertAttributes.ignore.describe("The same for every alert of the file."),
  })
  .meta({
    id: "Definitions",
    description: "Alerts of a database monitoring service, as dbmon reads them.",
    patternProperties: { "^x-": { description: forAnchors } },
  });

/** Keys of a file that are passed over. */
export function isPassedOver(key: string): boolean {
  return key.startsWith("x-") || key === "$schema";
}
