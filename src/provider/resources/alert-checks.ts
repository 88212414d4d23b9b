/** What can be told of an alert's configuration without the service. */
import { quote } from "../../diagnostics";
import { type ConfigOf, type Diagnostics, isUnknown } from "../../tfplugin";
import { type alertSchema } from "./alert-schema";

export function checkAlertConfig(request: {
  readonly config: ConfigOf<typeof alertSchema>;
  readonly diagnostics: Diagnostics;
}): void {
  const { config, diagnostics } = request;
  const { event, threshold } = config;
  const subject = isUnknown(config.name) ? "This alert" : quote(config.name);
  if (!isUnknown(event) && !isUnknown(threshold) && (event === null) === (threshold === null)) {
    const given = event === null ? "has neither event nor threshold" : "has both event and threshold";
    diagnostics.error({
      path: [event === null ? "threshold" : "event"],
      summary: `${subject} ${given}`,
      detail:
        "An alert has exactly one of them: event fires on events of some categories, threshold when a metric exceeds a value.",
    });
  }
  if (isUnknown(threshold) || threshold === null) return;
  const { trigger, reset } = threshold;
  if (isUnknown(trigger) || isUnknown(reset) || reset <= trigger) return;
  diagnostics.warning({
    path: ["threshold", "reset"],
    summary: `${subject}: reset (${reset}) is above trigger (${trigger})`,
    detail: "The alert would count as resolved while the metric still exceeds the trigger.",
  });
}
