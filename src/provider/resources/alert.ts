/** `resource "dbmon_alert"`: one alert and its configuration. */
import {
  createAlert,
  deleteAlert,
  type EnvironmentSession,
  type ExistingAlerts,
  ForeignAlertError,
  HalfMadeAlertError,
  updateAlert,
} from "../../engine";
import { ConflictError } from "../../client";
import { formatField, ProblemError, quote } from "../../diagnostics";
import { compare, type DesiredAlert, isInSync } from "../../reconcile";
import { type Alert } from "../../service";
import { type Diagnostics, isUnknown, resource } from "../../tfplugin";
import { diagnosticsOf, explaining } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkAlertConfig } from "./alert-checks";
import { checkReferences } from "./alert-references";
import { alertSchema } from "./alert-schema";
import { kindOfValues, toDesired, toState } from "./alert-values";

export const alert = resource<ProviderSession>()({
  typeName: "dbmon_alert",
  schema: alertSchema,

  validate: checkAlertConfig,

  async plan({ action, prior, proposed, private: stored, session, diagnostics }) {
    if (action === "destroy") return undefined;
    if (session !== undefined) {
      const { catalogue } = session.environment;
      const subject = isUnknown(proposed.name) ? undefined : proposed.name;
      const faults = await explaining(subject, () => checkReferences(proposed, prior, catalogue));
      faults.forEach((fault) => {
        diagnostics.add(fault);
      });
    }
    if (action === "create") return undefined;
    const { event, threshold } = proposed;
    if (isUnknown(event) || isUnknown(threshold)) return undefined;
    // A half-made alert has no kind in its state; the kind it was created with is remembered beside it.
    const before = kindOfValues(prior) ?? (typeof stored === "string" ? stored : undefined);
    const after = kindOfValues({ event, threshold });
    return before === undefined || before === after ? undefined : { replace: [["event"], ["threshold"]] };
  },

  async create({ planned, session, diagnostics }) {
    const desired = desiredOf(planned);
    const { environment } = session;
    const state = (id: number, writtenAt: string | null) => ({
      ...planned,
      id: String(id),
      written_at: writtenAt,
    });
    try {
      const { id, how } = await createAlert(environment, desired, session.existingAlerts);
      return {
        state: state(id, how === "adopted" ? null : now(environment)),
        private: desired.condition.kind,
      };
    } catch (error) {
      if (error instanceof ForeignAlertError) tellForeign(error, session.existingAlerts, diagnostics);
      else if (error instanceof ProblemError) tell(error, desired.name, diagnostics);
      else throw error;
      if (!(error instanceof HalfMadeAlertError)) return undefined;
      return { state: state(error.id, now(environment)), private: desired.condition.kind };
    }
  },

  async read({ state, session }) {
    const { environment } = session;
    return explaining(state.name, async () => {
      const id = Number(state.id);
      const found = await environment.findById(id);
      if (found === undefined) {
        await environment.confirmAbsent(id, state.name);
        // A read may still show absence for one window after our own write: that is not a deletion.
        const writtenAt = state.written_at === null ? Number.NaN : Date.parse(state.written_at);
        const isSettled = !(environment.clock.now() < writtenAt + environment.propagationWindow);
        return { state: isSettled ? null : state };
      }
      const live = await environment.withConfig(found);
      const known = toDesired(state);
      if (known !== undefined && found.name !== state.name && compare(known, live).config.length > 0) {
        throw strangeAlert(found, state.name);
      }
      return { state: toState(live, state.written_at), private: found.kind };
    });
  },

  async update({ planned, prior, session }) {
    const { environment } = session;
    const desired = desiredOf(planned);
    await explaining(desired.name, async () => {
      const id = Number(prior.id);
      const found = await environment.findById(id);
      if (found === undefined) {
        await environment.confirmAbsent(id, prior.name);
        throw deletedMeanwhile(id);
      }
      const live = await environment.withConfig(found);
      const approved = toDesired(prior);
      const isAsApproved = approved === undefined || isInSync(compare(approved, live));
      if (!isAsApproved && !isInSync(compare(desired, live))) throw changedMeanwhile(id);
      await explainingTakenName(environment, desired, () => updateAlert(environment, live, desired));
    });
    return {
      state: { ...planned, id: prior.id, written_at: now(environment) },
      private: desired.condition.kind,
    };
  },

  async delete({ prior, session, diagnostics }) {
    const deleted = await explaining(prior.name, () => deleteAlert(session.environment, Number(prior.id)));
    if (deleted === "deleted") return;
    diagnostics.warning({
      summary: `${quote(prior.name)}: the alert was not deleted, for another resource has taken it over`,
      detail: `The alert with the id ${prior.id} is now in the state of that resource.`,
    });
  },

  async import({ id, session }) {
    const { environment } = session;
    return explaining(`import of ${quote(id)}`, async () => {
      const found = /^\d+$/.test(id)
        ? await environment.findById(Number(id))
        : await environment.findByName(id);
      if (found === undefined) throw nothingToImport(id);
      return { state: toState(await environment.withConfig(found), null), private: found.kind };
    });
  },
});

function now(environment: EnvironmentSession): string {
  return new Date(environment.clock.now()).toISOString();
}

function desiredOf(planned: Parameters<typeof toDesired>[0]): DesiredAlert {
  const desired = toDesired(planned);
  if (desired === undefined) throw new Error("an alert of neither kind was planned");
  return desired;
}

function tell(error: ProblemError, name: string, diagnostics: Diagnostics): void {
  diagnosticsOf(error, name).forEach((diagnostic) => {
    diagnostics.add(diagnostic);
  });
}

function tellForeign(
  { desired, existing, differences }: ForeignAlertError,
  existingAlerts: ExistingAlerts,
  diagnostics: Diagnostics,
): void {
  const canAdopt = existingAlerts === "error" && existing.kind === desired.condition.kind;
  const lines = differences.map(
    ({ path, from, to }) =>
      `  ${formatField(path)}: ${JSON.stringify(from)} in the service, ${JSON.stringify(to)} here`,
  );
  diagnostics.error({
    path: ["name"],
    summary: `${quote(desired.name)}: an alert of this name exists already, and differs`,
    detail: [
      `The service holds it under the id ${existing.id}:`,
      ...(existing.kind === desired.condition.kind ? lines : [`  it is of kind ${existing.kind}`]),
      "",
      "Nothing was written. To manage it from here, add this block and plan again:",
      "",
      "  import {",
      `    to = dbmon_alert.NAME`,
      `    id = "${existing.id}"`,
      "  }",
      "",
      canAdopt
        ? 'Or set existing_alerts = "adopt" in the provider, or give this alert another name.'
        : "Or give this alert another name.",
      "",
      "If it is this resource's own alert, being replaced: names are unique, so create_before_destroy cannot work here.",
    ].join("\n"),
  });
}

function strangeAlert(found: Alert, name: string): ProblemError {
  return ProblemError.of(
    `The service's alert with the id ${found.id} is named ${quote(found.name)} and has another configuration.`,
    {
      where: { subject: name },
      remedy:
        "Is the token that of another environment? If the alert is really this one, remove it from the state and import it.",
    },
  );
}

/** A rename to a name that another alert holds: told with what to do, for Terraform applies each resource alone. */
async function explainingTakenName<T>(
  environment: EnvironmentSession,
  { name }: DesiredAlert,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const holder = await environment.findByName(name);
    const id = holder === undefined ? "" : ` (id ${holder.id})`;
    throw ProblemError.of(
      `The name is still held by another alert${id}.`,
      {
        where: { field: ["name"] },
        remedy:
          "If that one is renamed or deleted in the same run, apply a second time. To swap two names, give one of them " +
          "an interim name, apply, and then give both their new names.",
      },
      { cause: error },
    );
  }
}

function changedMeanwhile(id: number): ProblemError {
  return ProblemError.of(`The alert (id ${id}) was changed since the plan was made.`, {
    remedy: "Nothing was written to it. Plan again, and look at what changed.",
  });
}

function deletedMeanwhile(id: number): ProblemError {
  return ProblemError.of(`The alert (id ${id}) was deleted since the plan was made.`, {
    remedy: "Plan again.",
  });
}

function nothingToImport(id: string): ProblemError {
  return ProblemError.of(`There is no alert with the id or name ${quote(id)}.`, {
    remedy: "Give the alert's id as the service's list shows it, or its exact name.",
  });
}
