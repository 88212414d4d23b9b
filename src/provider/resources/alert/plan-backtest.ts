/** Warns how often an event alert that is planned to be created, changed or deleted would have fired. */
import { subjectsOfChanges } from "../../../impact";
import { type Change, changeOf } from "../../../reconcile";
import { isWhollyKnown, type PlanRequest } from "../../../tfplugin";
import { withDiagnostics } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { type PrivateState } from "./private-state";
import { type AlertSchema } from "./schema";
import { toDesiredAt, toLive } from "./state";

type Request = PlanRequest<ProviderSession, AlertSchema>;

/** An alert with values that only the apply knows is not tested. Neither is a plan that the apply repeats. */
export async function reportBacktest(
  request: Request,
  privateState: Pick<PrivateState, "kind"> | undefined,
): Promise<void> {
  const { session, plannedPrivate, diagnostics } = request;
  const backtests = session?.backtests;
  if (session === undefined || backtests === undefined || plannedPrivate !== undefined) return;
  const change = changeIn(request, privateState, session.run.clock.now());
  const [subject] = change === undefined ? [] : subjectsOfChanges([change]);
  if (subject === undefined) return;
  const tested = await withDiagnostics(subject.name, () => backtests.test(subject));
  if (tested === undefined) return;
  const { sentence, history, isIncompletenessNews } = tested;
  if (isIncompletenessNews) {
    diagnostics.warning({
      summary: "The back-test of this plan does not have all events",
      detail: `${history.replace(/\.?$/, ".")} To plan without a back-test, remove backtest from the provider.`,
    });
  }
  if (sentence === undefined) return;
  const kind = subject.after?.config?.condition.kind;
  diagnostics.warning({
    ...(kind === undefined ? {} : { path: [kind] }),
    summary: sentence,
    detail: `Back-test: ${history}`,
  });
}

/** Undefined for a change with unknown values. @param now in Unix milliseconds */
function changeIn(
  request: Request,
  privateState: Pick<PrivateState, "kind"> | undefined,
  now: number,
): Change | undefined {
  const { prior } = request;
  const live = prior === null ? undefined : toLive(prior, privateState?.kind ?? "event");
  if (request.action === "destroy") return live && { action: "delete", live };
  if (!isWhollyKnown(request.config)) return undefined;
  // A wholly known configuration has a wholly known plan, but for the computed attributes.
  const desired = toDesiredAt(request.proposed as Parameters<typeof toDesiredAt>[0], now);
  return desired && changeOf(desired, live);
}
