/** The changes of a Terraform plan. */
import * as z from "zod";

/**
 * The changes of a Terraform plan: alerts by name, other resources by address. `EmulatedEnvironment.plan` returns it.
 * @example
 * const { create, text } = await environment.plan(stack);
 * expect(create).toEqual(["Deploy"]);
 * expect(text).toContain("1 to add");
 */
export interface PlannedChanges {
  readonly create: readonly string[];
  /** Deleted and created again. */
  readonly replace: readonly string[];
  /** The attributes to update of each alert, named as those of the resource `dbmon_alert`. */
  readonly update: Readonly<Record<string, readonly string[]>>;
  readonly delete: readonly string[];
  /** The plan as Terraform prints it. */
  readonly text: string;
}

const values = z.looseObject({ name: z.string().nullish() }).nullable();

// The JSON output format of `terraform show -json` for a plan.
const planOutput = z.looseObject({
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

/**
 * @param json the output of `terraform show -json` for the plan
 * @param text the output of `terraform plan`
 */
export function readPlannedChanges(json: string, text: string): PlannedChanges {
  const create: string[] = [];
  const replace: string[] = [];
  const update: Record<string, readonly string[]> = {};
  const deleted: string[] = [];
  for (const { address, mode, type, change } of planOutput.parse(JSON.parse(json)).resource_changes) {
    if (mode !== "managed") continue;
    const { actions, before, after } = change;
    const alertName = type === "dbmon_alert" ? (after?.name ?? before?.name) : undefined;
    const name = alertName ?? address;
    if (actions.length === 2) replace.push(name);
    else if (actions.includes("create")) create.push(name);
    else if (actions.includes("delete")) deleted.push(name);
    else if (actions.includes("update")) update[name] = changedAttributes(before ?? {}, after ?? {});
  }
  return { create, replace, update, delete: deleted, text };
}

/** Excludes attributes whose values are known only after the apply: they are not in `after`. */
function changedAttributes(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
}
