/** What can be told of an alert's configuration without the service. */
import { quote } from "../../diagnostics";
import { type AlertFinding, checkAlert, type PartialAlert } from "../../service";
import { type ConfigOf, type Diagnostics, isUnknown, type Unknown } from "../../tfplugin";
import { type alertSchema } from "./alert-schema";

type AlertConfig = ConfigOf<typeof alertSchema>;

export function checkAlertConfig(request: {
  readonly config: AlertConfig;
  readonly diagnostics: Diagnostics;
}): void {
  const { config, diagnostics } = request;
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  for (const finding of checkAlert(knownOf(config))) {
    const { severity, what, why, remedy } = finding;
    const detail = why === undefined ? remedy : `${sentence(why)} ${remedy}`;
    diagnostics[severity]({ path: pathOf(finding, config), summary: `${subject}: ${what}`, detail });
  }
}

/** Without the categories, which the schema checks. */
function knownOf({ event, threshold }: AlertConfig): PartialAlert {
  const { metric, trigger, reset } = isUnknown(threshold) || threshold === null ? {} : threshold;
  return {
    hasEvent: isUnknown(event) ? undefined : event !== null,
    hasThreshold: isUnknown(threshold) ? undefined : threshold !== null,
    metric: known(metric),
    trigger: known(trigger),
    reset: known(reset),
  };
}

/** Of both kinds, the one that is there is pointed at. */
function pathOf({ rule, field }: AlertFinding, { event }: AlertConfig): readonly string[] {
  if (rule === "kind") return [event === null ? "threshold" : "event"];
  return field;
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}

function known<T>(value: T | Unknown | undefined): T | undefined {
  return isUnknown(value) ? undefined : value;
}
