/** Plans the adoption of a live alert that has the name of an alert to be created: announces it, or refuses it. */
import { formatField, quote } from "../../../diagnostics";
import { ForeignAlertError, type Ownership } from "../../../engine";
import {
  compare,
  decideAdoption,
  describeAdoption,
  type DesiredAlert,
  type LiveAlert,
} from "../../../reconcile";
import { type Alert } from "../../../service";
import { type Diagnostics } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { foreignAlert, maybeManaged } from "./problems";
import { requireReviewedAlert } from "./reviewed-adoption";

interface AdoptionRequest {
  readonly holder: Alert;
  /** No planned resource manages the holder. */
  readonly ownership: Exclude<Ownership, "managed">;
  readonly desired: DesiredAlert;
  /** The live alert that the plan adopts, if an apply plans again. */
  readonly reviewed: LiveAlert | undefined;
}

/**
 * @returns the live alert to adopt; undefined if it is refused
 * @throws ProblemError if the live alert is not the reviewed one; ServiceError
 */
export async function planAdoption(
  session: ProviderSession,
  { holder, ownership, desired, reviewed }: AdoptionRequest,
  diagnostics: Diagnostics,
): Promise<LiveAlert | undefined> {
  const { existingAlerts, live, names } = session;
  if (reviewed !== undefined) await requireReviewedAlert(session, holder.id, desired, reviewed);
  const isSameKind = holder.kind === desired.condition.kind;
  const existing = isSameKind ? await live.withConfig(holder) : { alert: holder, config: undefined };
  const comparison = compare(desired, existing);
  const adoption = decideAdoption(comparison, existingAlerts);
  const differences = [...comparison.settings, ...(isSameKind ? comparison.config : [])];
  if (adoption === "refuse") {
    const mayBeDeleted = live.mayShowEarlierState;
    const isProbablyDeleted = mayBeDeleted && (await live.withConfig(holder)).config === undefined;
    const chance = isProbablyDeleted ? "deleted" : ownership === "unmanaged" ? undefined : "freed";
    // With "error", the next run would refuse an alert that its deletion kept for this resource.
    if (chance === undefined && existingAlerts !== "error") names.refuseCreation(holder.id, desired);
    const error = new ForeignAlertError(desired, holder, differences);
    diagnostics.add(foreignAlert(error, { existingAlerts, chance, mayBeDeleted }));
    return undefined;
  }
  if (session.selectsResources) {
    diagnostics.add(maybeManaged(desired.name, holder.id));
    return undefined;
  }
  const fields = differences.map(({ path }) => formatField(path)).join(", ");
  diagnostics.warning({
    path: ["name"],
    summary: `${quote(desired.name)}: an alert of this name ${describeAdoption(adoption, holder.id)}, and destroying this resource deletes it`,
    detail: [
      ...(adoption === "update" ? [`existing_alerts is "adopt". It differs in ${fields}.`] : []),
      ...(ownership === "undecided"
        ? ["A resource that Terraform has not planned yet may manage the alert. Then it is not adopted."]
        : []),
      "If another configuration manages it, remove it from that state first, with a removed block (destroy = false). " +
        'If it must stay unmanaged, rename this alert. To refuse existing alerts, set existing_alerts = "error" in the provider.',
    ].join("\n"),
  });
  return existing;
}
