/** Parses one alert of a stack or of a Terraform plan, which refers to other objects by texts. */
import { isMapping, type Problem } from "../../diagnostics";
import { type AlertDefinition, parseId } from "../../reconcile";
import { parseAlert } from "../parse-alert";
import { type Places } from "../yaml/parse-yaml";

/** A text of digits is an id. @returns undefined after adding errors to `problems` */
export function parseTerraformAlert(
  attributes: Readonly<Record<string, unknown>>,
  places: Places,
  problems: Problem[],
): AlertDefinition | undefined {
  const threshold = attributes["threshold"];
  const alert = {
    ...attributes,
    ...convert("policy", attributes),
    ...convert("destinations", attributes),
    ...convert("hosts", attributes),
    ...(isMapping(threshold) ? { threshold: { ...threshold, ...convert("duration", threshold) } } : {}),
  };
  const definition = parseAlert(alert, places, problems);
  return definition === undefined ? undefined : { ...definition, hasTextReferences: true };
}

function convert(key: string, { [key]: value }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (value === undefined) return {};
  const toReference = (text: unknown) => (typeof text === "string" ? (parseId(text) ?? text) : text);
  return { [key]: Array.isArray(value) ? value.map(toReference) : toReference(value) };
}
