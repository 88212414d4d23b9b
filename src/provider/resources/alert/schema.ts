/** The attributes of `dbmon_alert`, and the offline validation of its configuration. */
import { systemClock } from "../../../client";
import { quote } from "../../../diagnostics";
import {
  alertDescriptions as descriptions,
  type AlertFinding,
  allowNoHostsDescription,
  checkAlert,
  checkMute,
  durationDescription,
  hostPatternDescription,
  type HostTags,
  hostTagsDescription,
  muteDescriptions,
  namesOrIds,
  parseTimestamp,
  type PartialAlert,
} from "../../../service";
import {
  attribute as a,
  type ConfigOf,
  type Diagnostics,
  ifKnown,
  isUnknown,
  isWhollyKnown,
  schema,
  type StateOf,
  t,
  type Unknown,
} from "../../../tfplugin";
import { checkLevel, checkNoneEmpty, requiredText, stringsOrNone } from "../../validators";

const firstMessage = (findings: readonly Pick<AlertFinding, "what" | "remedy">[]) =>
  findings.map(({ what, remedy }) => `${what}. ${remedy}`).at(0);

const checkCategories = (categories: readonly string[]) =>
  firstMessage(checkAlert({ categories }).filter(({ severity }) => severity === "error"));

const checkMuteEnd = (mutedUntil: string) => firstMessage(checkMute({ mutedUntil }));

const attributes = {
  id: a.string({ computed: true, keepOnUpdate: true, description: descriptions.id }),
  written_at: a.string({
    computed: true,
    nullable: true,
    description:
      "When this alert was last written, as an RFC 3339 timestamp. The change takes effect within one propagation " +
      "window. Null after an import or an adoption.",
  }),
  name: a.string(requiredText(descriptions.name)),
  policy: a.string(requiredText(namesOrIds(descriptions.policy))),
  annotations: a.string({
    optional: true,
    default: "",
    description: descriptions.annotations,
  }),
  disabled: a.boolean({
    optional: true,
    computed: true,
    description: `${descriptions.disabled} Default: \`false\`, or with \`muted\`, \`true\` until its end, or with \`allow_no_hosts\`, \`true\` while no host matches.`,
  }),
  muted: a.object(
    {
      until: a.string({ required: true, validate: [checkMuteEnd], description: muteDescriptions.until }),
      reason: a.string({ optional: true, description: muteDescriptions.reason }),
    },
    {
      optional: true,
      default: null,
      description: `${muteDescriptions.muted} The service does not store it, so it is null after an import.`,
    },
  ),
  destinations: a.set(t.string, stringsOrNone(namesOrIds(descriptions.destinations))),
  hosts: a.set(
    t.string,
    stringsOrNone(
      `${namesOrIds(descriptions.hosts)} For hundreds of hosts, use \`host_types\` or \`host_tags\`: Terraform itself needs about 40 seconds to plan a ` +
        `set of 1,000, and four times as long for twice as many. ${hostPatternDescription}`,
    ),
  ),
  host_tags: a.map(t.set(t.string), { optional: true, default: null, description: hostTagsDescription }),
  host_ids: a.list(t.integer, {
    computed: true,
    nullable: true,
    keepOnUpdate: true,
    description:
      "IDs of the hosts that the alert lists, if `host_tags` or a pattern in `hosts` selects them. Otherwise null.",
  }),
  allow_no_hosts: a.boolean({ optional: true, default: null, description: allowNoHostsDescription }),
  host_types: a.set(t.string, stringsOrNone(descriptions.host_types)),
  event: a.object(
    {
      categories: a.set(t.string, {
        required: true,
        validate: [checkCategories, checkNoneEmpty],
        description: descriptions.categories,
      }),
    },
    { optional: true, default: null, description: "Makes the alert an event alert." },
  ),
  threshold: a.object(
    {
      alert_level: a.string({
        required: true,
        validate: [checkLevel],
        description: descriptions.alert_level,
      }),
      metric: a.string(requiredText(descriptions.metric)),
      trigger: a.number({ required: true, description: descriptions.trigger }),
      duration: a.string(requiredText(durationDescription)),
      reset: a.number({ required: true, description: descriptions.reset }),
    },
    { optional: true, default: null, description: "Makes the alert a threshold alert." },
  ),
};

export const alertSchema = schema({
  description:
    "An alert with its configuration. Set exactly one of `event` (fires on events of certain categories) and " +
    "`threshold` (fires when a metric exceeds a value). Changing from one to the other replaces the alert.",
  attributes,
});

/** Earlier versions had the end of a mute in `muted_until`. A client can pass a state of this version as one of an earlier version. */
export const earlierAlertSchema = schema({
  description: "",
  attributes: { ...attributes, muted_until: a.string({ optional: true, description: "" }) },
});

/** The other attributes are arguments. */
const computedAttributes = ["id", "written_at", "host_ids"] as const;

export type ComputedAttribute = (typeof computedAttributes)[number];

export function isComputed(name: string): boolean {
  return computedAttributes.some((computed) => computed === name);
}

export type AlertSchema = typeof alertSchema;
export type AlertState = StateOf<AlertSchema>;

type AlertConfig = ConfigOf<AlertSchema>;

export function validateAlertConfig(request: {
  readonly config: AlertConfig;
  readonly diagnostics: Diagnostics;
}): void {
  const { config, diagnostics } = request;
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  const { allow_no_hosts, disabled } = config;
  if (allow_no_hosts === true && disabled === false)
    diagnostics.error({
      path: ["disabled"],
      summary: `${subject}: disabled is false, and allow_no_hosts disables the alert while no host matches`,
      detail: "Remove disabled.",
    });
  for (const finding of checkAlert(knownParts(config))) {
    const { severity, what, why, remedy } = finding;
    const detail = why === undefined ? remedy : `${asSentence(why)} ${remedy}`;
    diagnostics[severity]({ path: pathOf(finding, config), summary: `${subject}: ${what}`, detail });
  }
}

/** Without empty categories and the format of a mute, which the schema reports. */
function knownParts(config: AlertConfig): PartialAlert {
  const { name, event, threshold, hosts, host_tags, allow_no_hosts, host_types, muted, disabled } = config;
  const { metric, trigger, reset } = isUnknown(threshold) || threshold === null ? {} : threshold;
  const { categories } = isUnknown(event) || event === null ? {} : event;
  return {
    name: ifKnown(name),
    hasEvent: isUnknown(event) ? undefined : event !== null,
    hasThreshold: isUnknown(threshold) ? undefined : threshold !== null,
    host_types: knownStrings(host_types),
    hosts: isWhollyKnown(hosts) ? (knownStrings(hosts) ?? []) : undefined,
    hostTags: host_tags !== null && isWhollyKnown(host_tags) ? (host_tags as HostTags) : undefined,
    allowsNoHosts: allow_no_hosts === true && isWhollyKnown([hosts, host_tags]),
    categories: knownStrings(categories),
    metric: ifKnown(metric),
    trigger: ifKnown(trigger),
    reset: ifKnown(reset),
    mutedUntil: isUnknown(muted) || muted === null || !isTimestamp(muted.until) ? undefined : muted.until,
    // The provider cannot plan another value than the configured one, so false is refused too.
    disabled: disabled === null || isUnknown(disabled) ? undefined : true,
    now: systemClock.now(),
  };
}

/** A problem of the kind points to the block that is present. */
function pathOf({ field }: AlertFinding, { event }: AlertConfig): readonly string[] {
  if (field.length === 0) return [event === null ? "threshold" : "event"];
  return field;
}

function isTimestamp(text: string | Unknown): text is string {
  return !isUnknown(text) && parseTimestamp(text) !== undefined;
}

function asSentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

/** Undefined if there are none, because the schema reports an empty set. */
function knownStrings(
  strings: readonly (string | Unknown)[] | Unknown | null | undefined,
): readonly string[] | undefined {
  const known = isUnknown(strings) ? [] : (strings ?? []).filter((text) => !isUnknown(text));
  return known.length === 0 ? undefined : known;
}
