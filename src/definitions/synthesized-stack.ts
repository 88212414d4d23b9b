/**
 * Reads what our constructs synthesize: a stack's `cdk.tf.json`. Understood are alerts, and the destinations and hosts that they
 * look up; any other expression is for Terraform, and is told so. A complaint names the construct, which its author finds.
 */
import * as z from "zod";
import { type Place, type Problem } from "../diagnostics";
import { type AlertDefinition } from "../reconcile";
import { ignorableAttributes } from "../service";
import { readAlertDefinition } from "./read-alert";
import { type DataSources, resolveArgument } from "./stack-expressions";

const comment = { "//": z.unknown().optional() };
const stack = z.looseObject({
  data: z.record(z.string(), z.record(z.string(), z.looseObject({}))).optional(),
  provider: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
  resource: z.record(z.string(), z.record(z.string(), z.looseObject(comment))).optional(),
});

type Attributes = Readonly<Record<string, unknown>>;

export function readSynthesizedStack(text: string, file: string, problems: Problem[]): AlertDefinition[] {
  const parsed = stack.safeParse(parseJson(text));
  if (!parsed.success) {
    const what = "The file is not a synthesized stack.";
    problems.push({
      severity: "error",
      what,
      where: { file },
      remedy: "Synthesize it again with cdktf synth.",
    });
    return [];
  }
  const { data = {}, provider = {}, resource = {} } = parsed.data;
  const settings = (provider["dbmon"] ?? []).flatMap((block) =>
    Object.keys(block).filter((key) => key !== "//"),
  );
  if (settings.length > 0) {
    problems.push({
      severity: "error",
      what: `The stack configures its provider (${settings.join(", ")}), which only Terraform follows.`,
      where: { file },
      remedy:
        "Deploy this stack with cdktf deploy, or leave the settings to DBMON_BASE_URL and DBMON_API_TOKEN.",
    });
  }
  for (const type of Object.keys(resource).filter((one) => one !== "dbmon_alert")) {
    problems.push({
      severity: "warning",
      what: `Resources of type ${type} are passed over.`,
      where: { file },
    });
  }
  return Object.entries(resource["dbmon_alert"] ?? {}).flatMap(
    ([address, attributes]) => readResource({ address, attributes, data, file }, problems) ?? [],
  );
}

interface Resource {
  readonly address: string;
  readonly attributes: Attributes;
  readonly data: DataSources;
  readonly file: string;
}

function readResource(
  { address, attributes, data, file }: Resource,
  problems: Problem[],
): AlertDefinition | undefined {
  const faults: Problem[] = [];
  // Who goes first is settled here by names.
  const { "//": metadata, depends_on: _order, ...own } = attributes;
  const place = { file, ...constructOf(metadata) };
  const subject = `dbmon_alert.${address}`;
  const resolved = Object.fromEntries(
    Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
      const ignored = key === "lifecycle" ? ignoredBy(value) : undefined;
      if (ignored !== undefined) return [["ignore", ignored]];
      if (terraformsOwn.includes(key)) {
        faults.push(forTerraform(`${subject} has ${key}, which only Terraform follows`, place));
        return [];
      }
      const onForeign = (expression: string) => {
        const what = `${subject} has an expression that only Terraform can evaluate: ${expression}`;
        faults.push(forTerraform(what, { ...place, field: [key] }));
      };
      return [[key, resolveArgument(key, value, data, onForeign)]];
    }),
  );
  const places = { of: () => place, ofKey: () => place };
  const read = faults.length > 0 ? undefined : readAlertDefinition(resolved, places, faults);
  problems.push(...faults);
  return read;
}

/** The path that cdktf writes down for every resource. */
function constructOf(metadata: unknown): Pick<Place, "construct"> {
  const { data } = z.looseObject({ metadata: z.looseObject({ path: z.string() }) }).safeParse(metadata);
  return data === undefined ? {} : { construct: data.metadata.path };
}

/** Arguments that Terraform takes for every resource. */
const terraformsOwn = ["connection", "count", "for_each", "lifecycle", "provider", "provisioner"];

/** What our constructs put into it, and nothing else: `ignoreChanges`. */
function ignoredBy(lifecycle: unknown): unknown {
  const parsed = z
    .strictObject({ ignore_changes: z.array(z.enum(ignorableAttributes)) })
    .safeParse(lifecycle);
  return parsed.data?.ignore_changes;
}

function forTerraform(what: string, where: Place): Problem {
  return { severity: "error", what, where, remedy: "Deploy this stack with cdktf deploy." };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
