/** Reads and writes the configuration of an alert (CONFIG-1 to CONFIG-5). */
import {
  type AlertConfigWire,
  type AlertKind,
  eventConfigWire,
  fieldsOfKind,
  kindOfType,
  thresholdConfigWire,
} from "../../service";
import { ApiError, badField } from "../http/api-error";
import { checkBody } from "../http/validate-input";
import { checkConfigReferences } from "../rules/references";
import { checkConfigSizes } from "../rules/text-limits";
import { alertIdOf, alertNotFound, alertOfPath, type Call, type Route, writeTime } from "./route";

const configSchemas = { event: eventConfigWire, threshold: thresholdConfigWire } as const;

const readAlertConfig: Route = (call) => {
  const config = call.rules.staleReads ? configInEffect(call) : currentConfig(call);
  if (config === undefined) {
    throw new ApiError(404, `Alert ${call.pathId ?? ""} has no configuration.`);
  }
  return { status: 200, body: config };
};

function currentConfig(call: Call): AlertConfigWire | undefined {
  return call.environment.alertConfigs.get(alertOfPath(call).id);
}

/** A deleted alert keeps its configuration until the deletion takes effect. */
function configInEffect({ environment, clock, pathId = "" }: Call): AlertConfigWire | undefined {
  const id = alertIdOf(pathId);
  if (id === undefined) throw alertNotFound(pathId);
  return environment.alertConfigs.getInEffect(id, clock.now());
}

const writeAlertConfig: Route = (call) => {
  const { id, type } = alertOfPath(call);
  const kind = kindOfType(type);
  checkConfigKind(call.body, kind);
  const config = checkBody(configSchemas[kind], call.body);
  checkConfigSizes(config);
  checkConfigReferences(config, call.environment);
  call.environment.alertConfigs.put(id, config, writeTime(call));
  return { status: 200, body: config };
};

/** CONFIG-5: a configuration has only fields of its alert's kind. @throws ApiError 400 */
function checkConfigKind(body: unknown, kind: AlertKind): void {
  if (typeof body !== "object" || body === null) return;
  const other: AlertKind = kind === "event" ? "threshold" : "event";
  const unexpected = fieldsOfKind[other].find((field) => Object.hasOwn(body, field));
  if (unexpected === undefined) return;
  throw badField([unexpected], `is only valid for ${other} alerts. The alert is of the kind ${kind}`);
}

export const alertConfigRoutes = { readAlertConfig, writeAlertConfig };
