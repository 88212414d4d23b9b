/** What a plan of Terraform would change. */
import * as z from "zod";

export interface PlannedChanges {
  /** Names of alerts, and addresses of other resources. */
  readonly create: readonly string[];
  /** Names of alerts that would be deleted and made anew. */
  readonly replace: readonly string[];
  /** By name: the attributes that would be set, spelled as those of the resource. */
  readonly update: Readonly<Record<string, readonly string[]>>;
  readonly delete: readonly string[];
  /** The plan as Terraform prints it. */
  readonly text: string;
}

const values = z.looseObject({ name: z.string().nullish() }).nullable();

// The form that Terraform documents for `terraform show -json` of a plan.
const shown = z.looseObject({
  resource_changes: z
    .array(
      z.looseObject({
        address: z.string(),
        mode: z.string(),
        type: z.string(),
        change: z.looseObject({ actions: z.array(z.string()), before: values, after: values }),
      }),
    )
    .default([]),
});

/** @param json what `terraform show -json` prints of the plan */
export function readPlannedChanges(json: string, text: string): PlannedChanges {
  const create: string[] = [];
  const replace: string[] = [];
  const update: Record<string, readonly string[]> = {};
  const deleted: string[] = [];
  for (const { address, mode, type, change } of shown.parse(JSON.parse(json)).resource_changes) {
    if (mode !== "managed") continue;
    const { actions, before, after } = change;
    const own = type === "dbmon_alert" ? (after?.name ?? before?.name) : undefined;
    const name = own ?? address;
    if (actions.length === 2) replace.push(name);
    else if (actions.includes("create")) create.push(name);
    else if (actions.includes("delete")) deleted.push(name);
    else if (actions.includes("update")) update[name] = differing(before ?? {}, after ?? {});
  }
  return { create, replace, update, delete: deleted, text };
}

/** What Terraform is to find out while it applies is in neither. */
function differing(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
