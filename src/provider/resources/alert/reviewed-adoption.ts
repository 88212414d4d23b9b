/**
 * Binds the adoption in a plan to the live alert that the user reviewed. The plan stores the alert in its private state, which Terraform
 * 1.16 and later send when the apply plans again. With earlier versions, the alert at the time of the apply decides alone.
 */
import * as z from "zod";
import { ProblemError } from "../../../diagnostics";
import { checkApproval } from "../../../engine";
import { type DesiredAlert, type LiveAlert } from "../../../reconcile";
import { type JsonValue, type Private } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { readContent, storedContent, writeContent } from "./stored-content";

const storedAdoption = z.object({
  adopts: storedContent.extend({ id: z.number(), kind: z.enum(["event", "threshold"]) }),
});

/** Adds the live alert that the plan adopts to the planned private state. */
export function withReviewedAdoption(
  privateState: Readonly<Record<string, JsonValue>>,
  { alert, config }: LiveAlert,
): Record<string, JsonValue> {
  const { hosts, hostTypes, condition } = config ?? { hosts: [], hostTypes: [], condition: undefined };
  const content = writeContent({ ...alert, hosts, hostTypes, condition });
  return { ...privateState, adopts: { id: alert.id, kind: alert.kind, ...content } };
}

/** The live alert that the first plan adopts; undefined if it adopts none, or if the client did not send its private state. */
export function readReviewedAdoption(plannedPrivate: Private): LiveAlert | undefined {
  const stored = storedAdoption.safeParse(plannedPrivate).data?.adopts;
  if (stored === undefined) return undefined;
  const { id, kind } = stored;
  const { hosts, hostTypes, condition, ...settings } = readContent(stored);
  return {
    alert: { ...settings, id, kind, unknownFields: {} },
    config: condition && { hosts, hostTypes, condition, unknownFields: {} },
  };
}

/** @throws ProblemError if the live alert is another one, or if someone changed it since the review; ServiceError */
export async function requireReviewedAlert(
  session: ProviderSession,
  id: number,
  desired: DesiredAlert,
  reviewed: LiveAlert,
): Promise<void> {
  const { name } = desired;
  const reviewedId = reviewed.alert.id;
  if (id !== reviewedId)
    throw ProblemError.of(
      `The plan adopts the alert with the id ${reviewedId}, but another alert (id ${id}) has this name now.`,
      { where: { subject: name }, remedy: "Plan again. Nothing was written to it." },
    );
  const check = await checkApproval(session, { id, name, live: reviewed, desired });
  if (check.status !== "approved") throw new ProblemError([check.problem]);
}
