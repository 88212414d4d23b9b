/**
 * A plan as one versioned JSON document: what `--json` prints, what every renderer shows, and what an apply of a saved plan
 * reads back. Desired alerts are spelled as in a definitions file; live ones as the service answers them, with the fields
 * that the specification does not name.
 */
import * as z from "zod";
import { formatField, type Place, ProblemError, quote } from "../diagnostics";
import {
  attributesOf,
  conditionOf,
  type ListedAlert,
  MalformedResponseError,
  readAlert,
  readAlertConfig,
  readListedAlert,
  writeAlert,
  writeAlertConfig,
} from "../service";
import { callsOf } from "./calls";
import { type FieldChange } from "./compare";
import { type DesiredAlert, type LiveAlert } from "./desired-alert";
import { fingerprintOf } from "./fingerprint";
import { namesInChanges } from "./names-in-plan";
import { asPlan, type Change, changeOf, nameOf, type Plan } from "./plan";
import {
  type ChangeDocument,
  type DesiredDocument,
  type FieldDocument,
  type LiveDocument,
  type PlanDocument,
  planForms,
} from "./plan-form";
import { type ReferredNames } from "./referred-names";
import { isKnown } from "./unsupported-alerts";

export interface PlanOrigin {
  /** Of the service that the plan was made for. */
  readonly baseUrl?: string;
  /** Where alerts are defined, by name. */
  readonly places?: ReadonlyMap<string, Place>;
}

export function writePlan(plan: Plan, { baseUrl, places }: PlanOrigin = {}): PlanDocument {
  return {
    version: 1,
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    fingerprint: fingerprintOf(plan),
    changes: plan.changes.map((one) => writeChange(one, places?.get(nameOf(one)))),
    unmanaged: plan.unmanaged.map(writeListed),
    problems: [...plan.problems],
    ...writeNames(namesInChanges(plan.names ?? {}, plan.changes)),
  };
}

/** As the member of a document, which is left out where no name is known. */
export function writeNames(names: ReferredNames): Pick<PlanDocument, "names"> {
  return Object.keys(names).length === 0 ? {} : { names };
}

/**
 * The plan that a document holds: what was given to {@link writePlan}.
 * @throws ProblemError where it is no plan of this form, or where it was changed by hand
 */
export function readPlan(value: unknown): Plan & PlanOrigin {
  const parsed = planForms().planDocument.safeParse(value);
  if (!parsed.success) throw unreadable(whyUnreadable(value, parsed.error));
  const { base_url: baseUrl, changes, unmanaged, problems, fingerprint, names } = parsed.data;
  const places = new Map(changes.flatMap(({ name, where }) => (where === undefined ? [] : [[name, where]])));
  const plan = asPlan({
    changes: changes.map(readChange),
    unmanaged: understood(() => unmanaged.map((one) => readListedAlert(one))),
    problems,
    ...(names === undefined ? {} : { names }),
  });
  if (fingerprintOf(plan) !== fingerprint)
    throw unreadable("its live alerts are not those of its fingerprint");
  for (const one of plan.changes) {
    if (!isAsShown(one)) throw unreadable(`what is shown of ${quote(nameOf(one))} is not what it would do`);
  }
  return {
    ...plan,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(places.size === 0 ? {} : { places }),
  };
}

/** Whoever approves a plan sees its actions and fields, and what is written is the desired alert: they have to say the same. */
function isAsShown(change: Change): boolean {
  if (change.action === "delete") return true;
  const made = changeOf(change.desired, change.action === "create" ? undefined : change.live);
  if (made.action === "delete" || made.action !== change.action) return false;
  return JSON.stringify(made.fields.map(writeField)) === JSON.stringify(change.fields.map(writeField));
}

function writeChange(change: Change, where: Place | undefined): ChangeDocument {
  const place = where === undefined ? {} : { where };
  const head = { name: nameOf(change), ...place, ...orderOf(change), calls: [...callsOf(change)] };
  if (change.action === "delete") return { action: change.action, ...head, ...writeLiveOf(change.live) };
  const wanted = { desired: writeDesired(change.desired), fields: change.fields.map(writeField) };
  if (change.action === "create") return { action: change.action, ...head, ...wanted };
  return { action: change.action, ...head, ...writeLiveOf(change.live), ...wanted };
}

function writeLiveOf(live: LiveAlert) {
  return { id: live.alert.id, live: writeLive(live) };
}

function readChange(written: ChangeDocument): Change {
  const order = orderOf(written);
  if (written.action === "delete") return { action: "delete", ...order, live: readLive(written.live) };
  const wanted = { desired: readDesired(written.desired), fields: written.fields.map(readField) };
  if (written.action === "create") return { action: "create", ...order, ...wanted };
  return { action: written.action, ...order, live: readLive(written.live), ...wanted };
}

function orderOf({ after, interim }: { readonly after?: string; readonly interim?: string }) {
  return { ...(after === undefined ? {} : { after }), ...(interim === undefined ? {} : { interim }) };
}

function writeDesired({
  condition,
  hostTypes,
  renamedFrom,
  ignore,
  ...alert
}: DesiredAlert): DesiredDocument {
  return {
    ...alert,
    destinations: [...alert.destinations],
    hosts: [...alert.hosts],
    host_types: [...hostTypes],
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...(ignore === undefined ? {} : { ignore: [...ignore] }),
    ...attributesOf(condition),
  };
}

function readDesired({
  event,
  threshold,
  host_types,
  renamed_from,
  ignore,
  ...alert
}: DesiredDocument): DesiredAlert {
  const condition = conditionOf(event, threshold);
  if (condition === undefined) throw unreadable(`${alert.name} does not have exactly one kind`);
  const past = renamed_from === undefined ? {} : { renamedFrom: renamed_from };
  const left = ignore === undefined ? {} : { ignore };
  return { ...alert, ...past, ...left, hostTypes: host_types, condition };
}

function writeLive({ alert, config }: LiveAlert): LiveDocument {
  return {
    alert: writeAlert(alert),
    config: config === undefined ? null : writeAlertConfig(config, config.unknownFields),
  };
}

function writeListed(alert: ListedAlert): PlanDocument["unmanaged"][number] {
  return isKnown(alert) ? writeAlert(alert) : { id: alert.id, name: alert.name, type: alert.type };
}

function readLive(written: LiveDocument): LiveAlert {
  const alert = understood(() => readAlert(written.alert));
  return { alert, config: understood(() => readAlertConfig(written.config, alert.kind)) };
}

export function writeField({ path, from, to }: FieldChange): FieldDocument {
  return {
    path,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function readField({ path, from, to }: FieldDocument): FieldChange {
  return { path, from, to };
}

/** The first of what may be hundreds of complaints: nobody repairs a plan. */
function whyUnreadable(value: unknown, { issues }: z.ZodError): string {
  const version = z.object({ version: z.unknown() }).safeParse(value);
  if (!version.success || version.data.version === undefined) return "it is no plan";
  if (version.data.version !== 1)
    return `its form is ${JSON.stringify(version.data.version)}, and this version of dbmon reads 1`;
  const [issue] = issues;
  return `${formatField(issue?.path.map((step) => (typeof step === "symbol" ? "?" : step)) ?? [])} is not as it has to be`;
}

function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedResponseError) throw unreadable(error.message);
    throw error;
  }
}

function unreadable(why: string): ProblemError {
  return ProblemError.of(`The plan cannot be read: ${why}.`, {
    remedy: "Make it anew with this version of dbmon, and leave it as it is.",
  });
}
