/** `resource "dbmon_alert"`: one alert and its configuration. */
import { ProblemError, quote } from "../../diagnostics";
import {
  createAlert,
  deleteAlert,
  type EnvironmentSession,
  ForeignAlertError,
  HalfMadeAlertError,
} from "../../engine";
import { compare, type DesiredAlert } from "../../reconcile";
import { isUnknown, resource } from "../../tfplugin";
import { explaining } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkAlertConfig } from "./alert-checks";
import { nothingToImport, ofKnownKind, strangeAlert, tell, tellForeign } from "./alert-problems";
import { checkNewName } from "./alert-names";
import { checkReferences } from "./alert-references";
import { alertSchema } from "./alert-schema";
import { readBack, updateApproved } from "./alert-update";
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
      const faults = await explaining(subject, async () => [
        ...(await checkNewName(session.environment, subject, prior?.name)),
        ...(await checkReferences(proposed, prior, catalogue)),
      ]);
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
      const listed = await environment.findById(id);
      if (listed === undefined) {
        await environment.confirmAbsent(id, state.name);
        // A read may still show absence for one window after our own write: that is not a deletion.
        const writtenAt = state.written_at === null ? Number.NaN : Date.parse(state.written_at);
        const isSettled = !(environment.clock.now() < writtenAt + environment.propagationWindow);
        return { state: isSettled ? null : state };
      }
      const found = ofKnownKind(listed);
      const live = await environment.withConfig(found);
      const known = toDesired(state);
      if (known !== undefined && found.name !== state.name && compare(known, live).config.length > 0) {
        throw strangeAlert(found, state.name);
      }
      return { state: toState(live, state.written_at), private: found.kind };
    });
  },

  async update({ planned, prior, session, diagnostics }) {
    const { environment } = session;
    const desired = desiredOf(planned);
    const id = Number(prior.id);
    try {
      await updateApproved(environment, id, toDesired(prior), desired);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      tell(error, desired.name, diagnostics);
      // One half may have been written: what is stored is what the service holds now, as far as it tells.
      const live = await readBack(environment, id);
      return live === undefined
        ? undefined
        : { state: toState(live, now(environment)), private: live.alert.kind };
    }
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
      const listed = /^\d+$/.test(id)
        ? await environment.findById(Number(id))
        : await environment.findByName(id);
      if (listed === undefined) throw nothingToImport(id);
      const found = ofKnownKind(listed);
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
