/** `resource "dbmon_alert"`: one alert and its configuration. */
import { ProblemError, quote } from "../../diagnostics";
import {
  createAlert,
  deleteAlert,
  type EnvironmentSession,
  ForeignAlertError,
  IncompleteAlertError,
} from "../../engine";
import { type DesiredAlert, type LiveAlert } from "../../reconcile";
import { resource } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkAlertConfig } from "./alert-checks";
import { planAlert } from "./alert-plan";
import { learnDeletions, readPrivate, replacing, stillVisible, writePrivate } from "./alert-private";
import { notDeleted, nothingToImport, ofKnownKind, tell, tellForeign } from "./alert-problems";
import { refresh } from "./alert-read";
import { alertSchema } from "./alert-schema";
import { type Approved, checkBeforeDelete, findAsApproved, readBack, updateApproved } from "./alert-update";
import { type AlertState, toDesired, toState } from "./alert-values";

export const alert = resource<ProviderSession>()({
  typeName: "dbmon_alert",
  schema: alertSchema,

  validate: checkAlertConfig,

  plan(request) {
    const { session } = request;
    return session === undefined ? planAlert(request) : session.planned.during(() => planAlert(request));
  },

  create({ planned, session, diagnostics }) {
    const desired = desiredOf(planned);
    const { existingAlerts } = session;
    const environment = session;
    const { kind } = desired.condition;
    const made = (id: number, writtenAt: string | null, before?: LiveAlert) => ({
      state: { ...planned, id: String(id), written_at: writtenAt },
      private: writePrivate({
        id,
        kind,
        replaced: replacing([], before, environment),
        // Where it takes the place of another: Terraform plans it anew, without what was kept beside that one.
        deleted: session.planned.deletedUnder(desired.name),
        siblings: session.siblings.with(id),
      }),
    });
    return session.planned.during(async () => {
      try {
        const { id, how, before } = await createAlert(environment, desired, {
          existingAlerts,
          neighbors: session.planned,
        });
        return made(id, how === "adopted" ? null : now(environment), before);
      } catch (error) {
        if (error instanceof ForeignAlertError) {
          const mayBeDeleted = environment.live.mayShowDeletedAlerts;
          tellForeign(error, existingAlerts, diagnostics, { mayBeDeleted });
        } else if (error instanceof ProblemError) tell(error, desired.name, diagnostics);
        else throw error;
        return error instanceof IncompleteAlertError ? made(error.id, now(environment)) : undefined;
      }
    });
  },

  read({ state, private: stored, session, diagnostics }) {
    const { planned } = session;
    const environment = session;
    planned.saw(Number(state.id));
    return planned.during(() =>
      withDiagnostics(state.name, () => refresh(environment, state, stored, diagnostics)),
    );
  },

  update({ planned, prior, private: stored, session, diagnostics }) {
    const environment = session;
    const desired = desiredOf(planned);
    const approved = approvedOf(prior, stored);
    const { id } = approved;
    session.planned.saw(id);
    let before: LiveAlert | undefined;
    const remembered = () => {
      const replaced = replacing(approved.replaced, before, environment);
      const { deleted: earlier = [], siblings = [] } = readPrivate(stored) ?? {};
      const deleted = stillVisible(earlier, environment);
      return writePrivate({ id, kind: desired.condition.kind, replaced, deleted, siblings });
    };
    return session.planned.during(async () => {
      try {
        before = await findAsApproved(environment, approved, desired);
        await updateApproved(environment, before, desired, session.planned);
        return {
          state: { ...planned, id: prior.id, written_at: now(environment) },
          private: remembered(),
        };
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        tell(error, desired.name, diagnostics);
        if (environment.journal.writtenAt(id) === undefined) return undefined;
        // One half may have been written: what is stored is what the service holds now, as far as it tells.
        const live = await readBack(environment, approved);
        return live === undefined
          ? undefined
          : { state: toState(live, now(environment)), private: remembered() };
      }
    });
  },

  async delete({ prior, private: stored, session, diagnostics }) {
    const { planned } = session;
    const environment = session;
    const approved = approvedOf(prior, stored);
    const known = readPrivate(stored);
    learnDeletions(environment, known);
    planned.decide(approved.id, { leaves: true });
    const deleted = await planned.during(() =>
      withDiagnostics(prior.name, () =>
        deleteAlert(environment, approved.id, () => checkBeforeDelete(environment, approved)),
      ),
    );
    if (deleted !== "deleted") {
      diagnostics.add(notDeleted(prior, deleted));
      return;
    }
    const earlier = stillVisible(known?.deleted ?? [], environment);
    planned.deleted(prior.name, [...earlier, { id: approved.id, at: environment.run.clock.now() }]);
  },

  async import({ id: given, session }) {
    const { planned, siblings } = session;
    const environment = session;
    return withDiagnostics(`import of ${quote(given)}`, async () => {
      const listed = /^\d+$/.test(given)
        ? ((await environment.live.findById(Number(given))) ?? (await environment.live.findByName(given)))
        : await environment.live.findByName(given);
      if (listed === undefined) throw nothingToImport(given);
      const { id, kind } = ofKnownKind(listed);
      planned.saw(id);
      const live = await environment.live.withConfig(ofKnownKind(listed));
      return { state: toState(live, null), private: writePrivate({ id, kind, siblings: siblings.with(id) }) };
    });
  },
});

function approvedOf(prior: AlertState, stored: Parameters<typeof readPrivate>[0]): Approved {
  return {
    id: Number(prior.id),
    alert: toDesired(prior),
    writtenAt: prior.written_at,
    replaced: readPrivate(stored)?.replaced ?? [],
  };
}

function now(environment: EnvironmentSession): string {
  return new Date(environment.run.clock.now()).toISOString();
}

function desiredOf(planned: Parameters<typeof toDesired>[0]): DesiredAlert {
  const desired = toDesired(planned);
  if (desired === undefined) throw new Error("an alert of neither kind was planned");
  return desired;
}
