/** The plan of an alert: what can be told before anything is written, by asking the service and the run's other alerts. */
import { quote } from "../../diagnostics";
import { isUnknown, isWhollyKnown, type PlanChanges, type PlanRequest } from "../../tfplugin";
import { withDiagnostics } from "../diagnostics";
import { type ProviderSession } from "../session";
import { checkName } from "./alert-names";
import { strangeAlert, tell } from "./alert-problems";
import { type AlertPrivate, learnDeletions, readPrivate, writePrivate } from "./alert-private";
import { checkReferences } from "./alert-references";
import { type alertSchema } from "./alert-schema";
import { kindOfValues, toDesired } from "./alert-values";

type Request = PlanRequest<ProviderSession, typeof alertSchema>;
type Changes = PlanChanges<typeof alertSchema>;

export async function planAlert(request: Request): Promise<Changes | undefined> {
  const { session, private: stored } = request;
  const known = readPrivate(stored);
  if (session !== undefined) learnDeletions(session, known);
  if (request.action === "destroy") {
    planDestroy(request, known);
    return undefined;
  }
  const { proposed, prior, diagnostics } = request;
  const replaces = isOfNewKind(request, known);
  if (session !== undefined) {
    const name = isUnknown(proposed.name) ? undefined : proposed.name;
    const before = prior?.name ?? undefined;
    // A replacement is planned a second time without its prior state.
    const id = prior === null ? known?.id : Number(prior.id);
    const desired = isWhollyKnown(request.config)
      ? toDesired(proposed as Parameters<typeof toDesired>[0])
      : undefined;
    await withDiagnostics(name, async () => {
      if (prior !== null) decide(request, Number(prior.id), replaces ? undefined : { name });
      else if (known !== undefined) session.planned.decide(known.id, { leaves: true });
      if (name !== undefined) await checkName(session, { name, id, before, desired }, diagnostics);
      const faults = await checkReferences(proposed, prior, session.catalog);
      for (const fault of faults) diagnostics.add(fault);
    });
  }
  if (prior === null) return undefined;
  refuseStrange(request, known);
  const kind = kindOfValues(prior) ?? known?.kind;
  return {
    ...(replaces ? { replace: [["event"], ["threshold"]] } : {}),
    // Comes back where the alert is planned a second time, to be created in its own place.
    ...(known !== undefined || kind === undefined
      ? {}
      : { private: writePrivate({ id: Number(prior.id), kind }) }),
  };
}

function planDestroy({ session, prior, diagnostics }: Request, known: AlertPrivate | undefined): void {
  if (prior === null) return;
  const id = Number(prior.id);
  session?.planned.decide(id, { leaves: true });
  if (known?.isStrange === true)
    tell(strangeAlert({ id, name: prior.name }, prior.name), prior.name, diagnostics);
}

function decide(
  { session, diagnostics, prior }: Request,
  id: number,
  stays: { name: string | undefined } | undefined,
): void {
  if (session === undefined || prior === null) return;
  const fate = stays === undefined ? { leaves: true as const } : { leaves: false as const, name: stays.name };
  if (session.planned.decide(id, fate)) return;
  diagnostics.error({
    path: ["name"],
    summary: `${quote(prior.name)}: two resources of this state hold the alert with the id ${id}`,
    detail: "An alert belongs to one resource. Remove the other from the state: terraform state rm ADDRESS.",
  });
}

/** The kind cannot be changed in place. */
function isOfNewKind({ prior, proposed }: Request, known: AlertPrivate | undefined): boolean {
  if (prior === null || proposed === null) return false;
  const { event, threshold } = proposed;
  if (isUnknown(event) || isUnknown(threshold)) return false;
  // An incomplete alert has no kind in its state; the kind it was created with is remembered beside it.
  const before = kindOfValues(prior) ?? known?.kind;
  const after = kindOfValues({ event, threshold });
  return before !== undefined && before !== after;
}

/** What a refresh found strange is right only where it is just what is wanted: then a run was killed after its last write. */
function refuseStrange({ prior, proposed, diagnostics }: Request, known: AlertPrivate | undefined): void {
  if (prior === null || proposed === null || known?.isStrange !== true) return;
  if (isSameArguments(prior, proposed)) return;
  tell(strangeAlert({ id: Number(prior.id), name: prior.name }, prior.name), prior.name, diagnostics);
}

function isSameArguments(prior: object, proposed: object): boolean {
  const argumentsOf = (values: object) =>
    JSON.stringify(Object.entries(values).filter(([name]) => name !== "id" && name !== "written_at"));
  return argumentsOf(prior) === argumentsOf(proposed);
}
