/**
 * `disabled` of an alert whose configuration does not set it. `muted` decides:
 *
 *     muted         alert in the state   planned value of disabled
 *     -----------   ------------------   -----------------------------------------------------------------
 *     none          any                  false
 *     ended         any                  false: a disabled alert is enabled
 *     not ended     enabled, or none     unknown
 *     not ended     disabled             as in the state; unknown if another attribute changes
 *     unknown       any                  as in the state; unknown if another attribute changes
 *
 * The mute may end between the plan and the apply, and Terraform does not accept that a planned value changes. So the plan of a change
 * leaves it unknown, and the apply decides.
 */
import { systemClock } from "../../../client";
import { quote } from "../../../diagnostics";
import {
  describeMute,
  describeMuteEnd,
  isMuted,
  type Mute,
  type MuteAttributes,
  readMute,
} from "../../../service";
import {
  type DefaultsRequest,
  type Diagnostics,
  ifKnown,
  isUnknown,
  type PlanRequest,
  type ProposedOf,
  toDiagnostic,
  UNKNOWN,
  type Unknown,
} from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { type AlertSchema } from "./schema";

type Request = Exclude<PlanRequest<ProviderSession, AlertSchema>, { readonly action: "destroy" }>;

export function defaultDisabled({
  config,
  prior,
  session,
}: DefaultsRequest<ProviderSession, AlertSchema>): Partial<ProposedOf<AlertSchema>> {
  const mute = muteOf(config.muted);
  if (isUnknown(mute)) return {};
  if (!isMuted(mute, timeOf(session, mute))) return { disabled: false };
  return prior?.disabled === true ? {} : { disabled: UNKNOWN };
}

/** The value of `disabled` at a time. @param now in Unix milliseconds */
export function disabledAt(
  { disabled, muted }: { readonly disabled: boolean | Unknown; readonly muted: MuteAttributes | null },
  now: number,
): boolean {
  return isUnknown(disabled) ? isMuted(readMute(muted), now) : disabled;
}

/** Warns about each mute that starts or ends, or that `ignore_changes` prevents from doing so. */
export function reportMute(
  { config, proposed, prior, session }: Request,
  diagnostics: Pick<Diagnostics, "add" | "warning">,
): void {
  const { name, muted } = proposed;
  const mute = muteOf(muted);
  if (mute === undefined || isUnknown(mute)) return;
  const now = timeOf(session, mute);
  for (const problem of session?.takeWarnings() ?? []) diagnostics.add(toDiagnostic(problem));
  const subject = isUnknown(name) ? "This alert" : quote(name);
  const warn = (what: string, detail: string) => {
    diagnostics.warning({ path: ["muted"], summary: `${subject}: ${what}`, detail });
  };
  // Terraform replaces the configured value of an ignored attribute with the one of the state.
  if (config.disabled !== null && !isUnknown(config.disabled)) {
    warn(
      "muted has no effect, because ignore_changes contains disabled",
      `The alert stays ${config.disabled ? "disabled" : "enabled"}. Remove disabled from ignore_changes, or remove muted.`,
    );
  } else if (isUnknown(proposed.disabled)) {
    warn(
      describeMute(mute, now),
      "The alert is disabled until then. The first apply after it enables the alert.",
    );
  } else if (!proposed.disabled && (prior === null || prior.disabled)) {
    const effect =
      prior === null
        ? "The alert is created enabled. To mute it,"
        : "The apply enables the alert. To mute it again,";
    warn(describeMuteEnd(mute, now), `${effect} set muted.until to a later time.`);
  }
}

type ProposedMute = ProposedOf<AlertSchema>["muted"];

/** Unknown if its end is unknown. An unknown reason is omitted. */
function muteOf(muted: ProposedMute): Mute | Unknown | undefined {
  if (isUnknown(muted) || muted === null) return muted ?? undefined;
  return isUnknown(muted.until) ? UNKNOWN : readMute({ until: muted.until, reason: ifKnown(muted.reason) });
}

function timeOf(session: ProviderSession | undefined, mute: Mute | undefined): number {
  return session?.serviceNow([{ mute }]) ?? systemClock.now();
}
