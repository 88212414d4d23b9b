/**
 * Reads what our constructs synthesise: a stack's `cdk.tf.json`. Understood are alerts, and the destinations and hosts that they
 * look up; any other expression is for Terraform, and is told so.
 */
import { z } from "zod";
import { type Problem } from "../diagnostics";
import { type AlertDefinition, type Reference } from "../reconcile";
import { ignorableAttributes } from "../service";
import { readAlertDefinition } from "./alert-schema";

const comment = { "//": z.unknown().optional() };
const stack = z.looseObject({
  data: z.record(z.string(), z.record(z.string(), z.looseObject({}))).optional(),
  provider: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
  resource: z.record(z.string(), z.record(z.string(), z.looseObject(comment))).optional(),
});

/** What Terraform reads as the marker itself: $${ and %%{. */
const escapedMarker = /([$%])\1\{/g;

type DataSources = NonNullable<z.output<typeof stack>["data"]>;

export function readSynthesisedStack(text: string, file: string, problems: Problem[]): AlertDefinition[] {
  const parsed = stack.safeParse(parseJson(text));
  if (!parsed.success) {
    const remedy = "Synthesise it again with cdktf synth.";
    problems.push({
      severity: "error",
      what: "The file is not a synthesised stack.",
      where: { file },
      remedy,
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
  const alerts = Object.entries(resource["dbmon_alert"] ?? {});
  for (const type of Object.keys(resource).filter((one) => one !== "dbmon_alert")) {
    problems.push({
      severity: "warning",
      what: `Resources of type ${type} are passed over.`,
      where: { file },
    });
  }
  return alerts.flatMap(([address, attributes]) => {
    const faults: Problem[] = [];
    // Who goes first is settled here by names.
    const { "//": _comment, depends_on: _order, ...own } = attributes;
    const reading = { data, subject: `dbmon_alert.${address}`, file, faults };
    const resolved = Object.fromEntries(
      Object.entries(own).flatMap(([key, value]) => {
        const ignored = key === "lifecycle" ? ignoredBy(value) : undefined;
        if (ignored !== undefined) return [["ignore", ignored]];
        if (!terraformsOwn.includes(key)) return [[key, resolveExpressions(value, nounsOf[key], reading)]];
        faults.push(forTerraform(`${reading.subject} has ${key}, which only Terraform follows`, file));
        return [];
      }),
    );
    const read = faults.length > 0 ? undefined : readAlertDefinition(resolved, () => ({ file }), faults);
    problems.push(...faults);
    return read === undefined ? [] : [read];
  });
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

/** Of what an argument holds ids. */
const nounsOf: Readonly<Record<string, string>> = { destinations: "destination", hosts: "host" };

/** What is read of one alert, and where its faults go. */
interface Reading {
  readonly data: DataSources;
  readonly subject: string;
  readonly file: string;
  readonly faults: Problem[];
}

/** Destinations and hosts become what they are looked up by; other text is unescaped. @param noun of what it holds ids */
function resolveExpressions(value: unknown, noun: string | undefined, reading: Reading): unknown {
  const again = (inner: unknown) => resolveExpressions(inner, noun, reading);
  if (Array.isArray(value)) return value.map(again);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, again(inner)]));
  }
  if (typeof value !== "string") return value;
  const [, lookedUp, address = ""] = /^\$\{data\.dbmon_(\w+)\.([\w-]+)\.id\}$/.exec(value) ?? [];
  if (lookedUp !== undefined && lookedUp === noun) {
    const reference = lookedUpBy(reading.data[`dbmon_${noun}`]?.[address]);
    if (reference !== undefined) return reference;
  }
  if (/[$%]\{/.test(value.replace(escapedMarker, ""))) {
    const { subject, file, faults } = reading;
    faults.push(
      forTerraform(`${subject} has an expression that only Terraform can evaluate: ${value}`, file),
    );
  }
  return unescaped(value);
}

function lookedUpBy(source: Readonly<Record<string, unknown>> | undefined): Reference | undefined {
  const { name, id } = { name: source?.["name"], id: source?.["id"] };
  if (typeof name === "string") return unescaped(name);
  return typeof id === "number" ? id : undefined;
}

function forTerraform(what: string, file: string): Problem {
  return { severity: "error", what, where: { file }, remedy: "Deploy this stack with cdktf deploy." };
}

/** Text of a synthesised stack as its author wrote it. */
export function unescaped(text: string): string {
  return text.replace(escapedMarker, "$1{");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
