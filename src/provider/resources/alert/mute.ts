/**
 * `disabled` of an alert whose configuration does not set it. `muted_until` decides:
 *
 *     muted_until   alert in the state   planned value of disabled
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
import { describeMute, formatMuteEnd, isMuted, parseTimestamp } from "../../../service";
import {
  type DefaultsRequest,
  type Diagnostics,
  isUnknown,
  type PlanRequest,
  type ProposedOf,
  toDiagnostic,
  UNKNOWN,
  type Unknown,
} from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { type AlertSchema, type AlertState } from "./schema";

type Request = Exclude<PlanRequest<ProviderSession, AlertSchema>, { readonly action: "destroy" }>;

export function defaultDisabled({
  config,
  prior,
  session,
}: DefaultsRequest<ProviderSession, AlertSchema>): Partial<ProposedOf<AlertSchema>> {
  const { muted_until } = config;
  if (isUnknown(muted_until)) return {};
  const end = muteEndOf(muted_until);
  if (!isMuted(end, timeOf(session, end))) return { disabled: false };
  return prior?.disabled === true ? {} : { disabled: UNKNOWN };
}

/** The value of `disabled` at a time. @param now in Unix milliseconds */
export function disabledAt(
  { disabled, muted_until }: { readonly disabled: boolean | Unknown; readonly muted_until: string | null },
  now: number,
): boolean {
  return isUnknown(disabled) ? isMuted(muteEndOf(muted_until), now) : disabled;
}

/** Warns about each mute that starts or ends, or that `ignore_changes` prevents from doing so. */
export function reportMute(
  { config, proposed, prior, session }: Request,
  diagnostics: Pick<Diagnostics, "add" | "warning">,
): void {
  const { name, muted_until } = proposed;
  const end = isUnknown(muted_until) ? undefined : muteEndOf(muted_until);
  if (end === undefined) return;
  const now = timeOf(session, end);
  for (const problem of session?.takeWarnings() ?? []) diagnostics.add(toDiagnostic(problem));
  const subject = isUnknown(name) ? "This alert" : quote(name);
  const warn = (what: string, detail: string) => {
    diagnostics.warning({ path: ["muted_until"], summary: `${subject}: ${what}`, detail });
  };
  // Terraform replaces the configured value of an ignored attribute with the one of the state.
  if (config.disabled !== null && !isUnknown(config.disabled)) {
    warn(
      "muted_until has no effect, because ignore_changes contains disabled",
      `The alert stays ${config.disabled ? "disabled" : "enabled"}. Remove disabled from ignore_changes, or remove muted_until.`,
    );
  } else if (isUnknown(proposed.disabled)) {
    warn(
      describeMute(end, now),
      "The alert is disabled until then. The first apply after it enables the alert.",
    );
  } else if (!proposed.disabled && (prior === null || prior.disabled)) {
    const effect =
      prior === null
        ? "The alert is created enabled. To mute it,"
        : "The apply enables the alert. To mute it again,";
    warn(`mute ended at ${formatMuteEnd(end)}`, `${effect} set muted_until to a later time.`);
  }
}

function muteEndOf(muted_until: AlertState["muted_until"]): number | undefined {
  return muted_until === null ? undefined : parseTimestamp(muted_until);
}

function timeOf(session: ProviderSession | undefined, mutedUntil: number | undefined): number {
  return session?.serviceNow([{ mutedUntil }]) ?? systemClock.now();
}
