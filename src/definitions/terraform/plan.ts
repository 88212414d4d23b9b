/**
 * Parses a Terraform plan in JSON, as `terraform show -json` and OpenTofu's `tofu show -json` print it. The planned `dbmon_alert`
 * resources are definitions. Problems name the address of the resource.
 * https://developer.hashicorp.com/terraform/internals/json-format
 */
import { posix } from "node:path";
import * as z from "zod";
import {
  formatField,
  isMapping,
  omitUndefined,
  parseJson,
  type Place,
  type Problem,
  quote,
  warningOf,
} from "../../diagnostics";
import { type AlertDefinition, parseId } from "../../reconcile";
import { alertAttributes, keysOf } from "../../service";
import { type Definitions, type InvalidAlert, parseTerraformAlert, type TerraformPlan } from "../parse-alert";
import { showRemedy } from "./json";
import { type StackOptions } from "./parse-stack";

const values = z.record(z.string(), z.unknown());
const marks = z.union([z.boolean(), values]).optional();
const changeSchema = z.object({
  address: z.string(),
  module_address: z.string().default(""),
  change: z.object({
    actions: z.array(z.string()),
    before: values.nullable(),
    after: values.nullable(),
    after_unknown: marks,
    before_sensitive: marks,
    after_sensitive: marks,
    importing: z.unknown().optional(),
  }),
});
type ResourceChange = z.output<typeof changeSchema>;

const planSchema = z.object({
  format_version: z.string(),
  errored: z.boolean().optional(),
  complete: z.boolean().optional(),
  resource_changes: z.array(z.looseObject({})).optional(),
  resource_drift: z.array(z.looseObject({})).optional(),
  prior_state: z
    .object({ values: z.object({ root_module: z.unknown() }) })
    .optional()
    .catch(undefined),
  configuration: z.looseObject({ root_module: z.unknown() }).optional().catch(undefined),
});

const emptyPlan: TerraformPlan = { isRefreshOnly: false, deletions: [], imports: [], hiddenNames: [] };

/** @returns an error if the text is no plan of the provider, and what could not be checked as warnings */
export function parseTerraformPlan(
  text: string,
  file: string,
  { isForService = true }: StackOptions = {},
): Definitions {
  const problems: Problem[] = [];
  const invalidAlerts: InvalidAlert[] = [];
  const none = { alerts: [], invalidAlerts, problems, terraformPlan: emptyPlan };
  const report = (severity: Problem["severity"], what: string, remedy?: string) => {
    problems.push({
      code: "terraform-invalid",
      severity,
      what,
      where: { file },
      ...omitUndefined({ remedy }),
    });
  };
  const json = parseJson(text, file);
  if (json === undefined) {
    report("error", "The Terraform plan is truncated, or not valid JSON.", showRemedy);
    return none;
  }
  const plan = planSchema.safeParse(json).data;
  if (isMapping(json) && plan?.resource_changes === undefined && json["values"] !== undefined) {
    report("error", "This is a state of Terraform, not a plan.", showRemedy);
    return none;
  }
  const version = isMapping(json) ? String(json["format_version"]) : "";
  if (!/^1\./.test(version)) {
    const what = `The format version of the Terraform plan is ${quote(version)}, and only 1.x is supported.`;
    report("error", what, "Use Terraform 1.5 or later, or OpenTofu.");
    return none;
  }
  const changes = alertsIn(plan?.resource_changes ?? resourcesIn(plan?.prior_state?.values.root_module));
  const drifts = alertsIn(plan?.resource_drift);
  if (plan === undefined || changes === undefined || drifts === undefined) {
    report("error", "The Terraform plan does not match its format version.", showRemedy);
    return none;
  }
  if (plan.errored === true)
    report("warning", "Terraform reported errors, so the plan is incomplete.", "Fix them, and plan again.");
  else if (plan.complete === false) {
    const what = "The Terraform plan is incomplete: it has only a part of the changes.";
    report("warning", what, "Plan without -target, or apply and plan again.");
  }
  const isRefreshOnly = plan.resource_changes === undefined && changes.length > 0;
  if (isRefreshOnly) {
    const what =
      "This is a plan of -refresh-only: its alerts are those of the state, and Terraform changes none.";
    report("warning", what, "To see what the configuration changes, plan without -refresh-only.");
  }
  if (changes.length === 0) {
    const what = "The Terraform plan contains no alert of the provider dbmon/dbmon.";
    report("error", what, "Plan a configuration with resources of the type dbmon_alert.");
  }
  const modules = new Map(
    [...new Set(changes.map(({ module_address }) => module_address))].map((address) => [
      address,
      findModule(plan.configuration?.root_module, address),
    ]),
  );
  const resources = changes.map(
    (change) => new PlannedResource(change, file, modules.get(change.module_address), isForService),
  );
  for (const drift of drifts) {
    const problem = new PlannedResource(drift, file).driftProblem();
    if (problem !== undefined) problems.push(problem);
  }
  const terraformPlan = {
    isRefreshOnly,
    deletions: resources.flatMap((resource) => resource.deletion ?? []),
    imports: resources.flatMap((resource) => resource.importedName ?? []),
    hiddenNames: resources.flatMap((resource) => resource.hiddenNames),
  };
  const alerts = resources.flatMap((resource) => resource.parse(problems, invalidAlerts) ?? []);
  return { alerts, invalidAlerts, problems, terraformPlan };
}

/** @returns undefined if one is not valid */
function alertsIn(
  changes: readonly Readonly<Record<string, unknown>>[] = [],
): readonly ResourceChange[] | undefined {
  const alerts = changes.filter(
    (entry) =>
      entry["type"] === "dbmon_alert" &&
      entry["mode"] === "managed" &&
      /(?:^|\/)dbmon\/dbmon$/.test(String(entry["provider_name"])),
  );
  return z.array(changeSchema).safeParse(alerts).data;
}

const stateSchema = z.object({
  address: z.string().default(""),
  resources: z
    .array(z.looseObject({ type: z.string(), values: z.unknown(), sensitive_values: z.unknown().optional() }))
    .default([]),
  child_modules: z.array(z.unknown()).default([]),
});

/** The resources of a module of a state, as changes without an action. */
export function resourcesIn(
  module: unknown,
): (Record<string, unknown> & { readonly type: string; readonly change: { readonly after: unknown } })[] {
  const { address, resources, child_modules: modules } = stateSchema.safeParse(module).data ?? {};
  const own = (resources ?? []).map(({ values: after, sensitive_values: after_sensitive, ...resource }) => {
    const change = { actions: ["no-op"], before: after, after, after_sensitive };
    return { ...resource, module_address: address, change };
  });
  return [...own, ...(modules ?? []).flatMap(resourcesIn)];
}

/** The attributes of a definition. The others are computed. */
const attributes = keysOf(alertAttributes).filter((key) => key !== "ignore" && key !== "renamed_from");

class PlannedResource {
  readonly #change: ResourceChange["change"];
  readonly #place: Place;
  readonly #createdAt: Place;
  readonly #written: Readonly<Record<string, unknown>>;

  /**
   * @param module undefined if the plan does not contain its configuration
   * @param isForService whether references are those of the plan. Otherwise, as the configuration writes them
   */
  constructor(
    { address, change }: ResourceChange,
    file: string,
    module?: PlannedModule,
    isForService = true,
  ) {
    this.#change = change;
    this.#place = { file, address };
    this.#createdAt = { ...(module === undefined ? {} : { file: module.folder }), address };
    this.#written = module === undefined || isForService ? {} : constantsOf(module, address);
  }

  /** Undefined if the alert stays. */
  get deletion(): TerraformPlan["deletions"][number] | undefined {
    const { actions, before, after } = this.#change;
    const name = actions.includes("delete") && after === null ? textOf(before?.["name"]) : undefined;
    return name === undefined ? undefined : { name, place: this.#place };
  }

  /** Undefined if the alert is not imported. */
  get importedName(): string | undefined {
    return isMapping(this.#change.importing) ? textOf(this.#change.after?.["name"]) : undefined;
  }

  get hiddenNames(): string[] {
    const { before, after } = this.#change;
    if (this.#sensitive.length === 0) return [];
    return [before?.["name"], after?.["name"]].flatMap((name) => textOf(name) ?? []);
  }

  get #sensitive(): string[] {
    const { before_sensitive, after_sensitive } = this.#change;
    return [...new Set([...markedPaths(before_sensitive), ...markedPaths(after_sensitive)])];
  }

  /** @returns undefined if the plan keeps no such alert, or if it cannot be checked, which is a problem */
  parse(problems: Problem[], invalidAlerts: InvalidAlert[]): AlertDefinition | undefined {
    const { actions, before, after, after_unknown: unknown } = this.#change;
    if (this.#sensitive.length > 0) {
      problems.push(this.#notChecked(this.#sensitive, "sensitive"));
      return undefined;
    }
    if (after === null) return undefined;
    const { muted } = after;
    const isMuted = isMapping(muted);
    const unknownPaths = markedPaths(unknown).filter((path) => path !== "disabled" || !isMuted);
    if (unknownPaths.length > 0) {
      problems.push(this.#notChecked(unknownPaths, "known only after apply"));
      return undefined;
    }
    const previousName = textOf(before?.["name"]);
    const isRenamed = previousName !== undefined && previousName !== after["name"];
    const definition = Object.fromEntries([
      ...attributes.flatMap((key) =>
        after[key] === null || after[key] === undefined ? [] : [[key, after[key]]],
      ),
      ...(isRenamed ? [["renamed_from", previousName]] : []),
      // While the alert is muted, the provider computes disabled. A reason can be null.
      ...(isMuted
        ? [
            ["disabled", false],
            ["muted", Object.fromEntries(Object.entries(muted).filter(([, value]) => value !== null))],
          ]
        : []),
      ...this.#writtenReferences(after["threshold"]),
    ]) as Record<string, unknown>;
    const place = this.#place;
    const problemsBefore = problems.length;
    const alert = parseTerraformAlert(definition, { ofValue: () => place, ofKey: () => place }, problems);
    const name = textOf(after["name"]);
    if (alert === undefined) invalidAlerts.push({ name, place, problems: problems.slice(problemsBefore) });
    const isSameKind = before === null || (before["event"] === null) === (after["event"] === null);
    if (alert !== undefined && actions.includes("delete") && isSameKind) {
      const what = "Terraform replaces the alert: it is deleted and created again, with a new ID.";
      problems.push(warningOf("terraform-invalid", what, { where: { ...place, subject: alert.name } }));
    }
    // The resource has destroy = false.
    if (alert !== undefined && actions.includes("forget") && !isRenamed) {
      const what = "Terraform keeps the alert and creates another one, which fails while the name is taken.";
      const remedy = "Remove destroy = false from the resource, or change the name of the new alert.";
      problems.push(
        warningOf("terraform-invalid", what, { where: { ...place, subject: alert.name }, remedy }),
      );
    }
    const stateId = parseId(textOf(before?.["id"]) ?? "");
    return alert && { ...alert, createdAt: this.#createdAt, ...omitUndefined({ stateId }) };
  }

  #writtenReferences(threshold: unknown): (readonly [string, unknown])[] {
    const { policy, destinations, hosts, threshold: written } = this.#written;
    const isWritten = isMapping(threshold) && isMapping(written) && written["duration"] !== undefined;
    const block = isWritten ? { ...threshold, duration: written["duration"] } : undefined;
    return Object.entries({ policy, destinations, hosts, threshold: block }).filter(
      ([, value]) => value !== undefined,
    );
  }

  /** Undefined if only computed attributes differ. */
  driftProblem(): Problem | undefined {
    const { before, after } = this.#change;
    const changed = [...attributes, "host_ids"].filter(
      (key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]),
    );
    if (changed.length === 0) return undefined;
    const what =
      after === null
        ? "The alert was deleted outside of Terraform."
        : `The alert was changed outside of Terraform: ${changed.join(", ")}.`;
    return warningOf("terraform-invalid", what, { where: this.#place });
  }

  #notChecked(paths: readonly string[], reason: string): Problem {
    const verb = paths.length === 1 ? "is" : "are";
    const what = `The alert was not checked, and is not in the report: ${paths.join(", ")} ${verb} ${reason}.`;
    return warningOf("terraform-invalid", what, { where: this.#place });
  }
}

/** The attributes that are marked, or of which a part is: "annotations", "threshold.trigger". */
function markedPaths(marked: unknown): string[] {
  if (!isMapping(marked)) return marked === true ? [...attributes] : [];
  return attributes.flatMap((key) => {
    const mark = marked[key];
    if (!isMapping(mark)) return isMarked(mark) ? [key] : [];
    return Object.entries(mark).flatMap(([member, inner]) =>
      isMarked(inner) ? [formatField([key, member])] : [],
    );
  });
}

function isMarked(mark: unknown): boolean {
  if (typeof mark === "boolean") return mark;
  if (Array.isArray(mark)) return mark.some(isMarked);
  return isMapping(mark) && Object.values(mark).some(isMarked);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const moduleSchema = z.looseObject({
  module_calls: z.record(z.string(), z.looseObject({ source: z.string(), module: z.unknown() })).optional(),
});

/** For example `module.team` and `module.team["a"].module.inner`. */
const callPattern = /(?:^|\.)module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/g;

interface PlannedModule {
  /** From the folder of the root module: `modules/team`, or `.`. A module that is not local has its source instead. */
  readonly folder: string;
  readonly content: unknown;
}

/** @param address of the module. Empty for the root module @returns undefined if the configuration has no such module */
function findModule(root: unknown, address: string): PlannedModule | undefined {
  let module = root;
  let folder = ".";
  let source: string | undefined;
  for (const [, name = ""] of address.matchAll(callPattern)) {
    const call = moduleSchema.safeParse(module).data?.module_calls?.[name];
    if (call === undefined) return undefined;
    if (!/^\.\.?\//.test(call.source)) source ??= call.source;
    folder = posix.join(folder, call.source);
    ({ module } = call);
  }
  return { folder: source ?? folder, content: module };
}

const resourcesSchema = z.looseObject({
  resources: z.array(z.looseObject({ address: z.string(), expressions: z.record(z.string(), z.unknown()) })),
});

/** The constants of a resource. The plan of an imported alert has names instead of the IDs that they mean. @param address with the module */
function constantsOf({ content }: PlannedModule, address: string): Readonly<Record<string, unknown>> {
  const [own] = /[^.[]+\.[^.[]+(?=(?:\[[^[]*\])?$)/.exec(address) ?? [];
  const resources = resourcesSchema.safeParse(content).data?.resources ?? [];
  const expressions = Object.entries(
    resources.find((resource) => resource.address === own)?.expressions ?? {},
  );
  return Object.fromEntries(
    expressions.flatMap(([key, value]) => (isMapping(value) ? [[key, value["constant_value"]]] : [])),
  );
}
