/** Alerts (ALERT-1 to ALERT-8) and their configurations (CONFIG-1 to CONFIG-5). */
import {
  type AlertConfigWire,
  type AlertCreation,
  alertCreation,
  type AlertKind,
  type AlertWire,
  alertWire,
  eventConfigWire,
  fieldsOfKind,
  keysOf,
  kindOfType,
  scopeFields,
  settingsFields,
  thresholdConfigWire,
} from "../../service";
import { ApiError, badField, checkBody } from "../http/input";
import { checkAlertReferences, checkConfigReferences, checkSizes } from "../rules/checks";
import {
  alertIdOfPath,
  alertNotFound,
  alertOfPath,
  type Call,
  listResponse,
  refuseAssignedFields,
  type Route,
  writeTime,
} from "./route";

const listAlerts: Route = ({ environment, clock, rules }) =>
  listResponse(
    rules.staleReads
      ? environment.alerts.listInEffect(clock.now()).flatMap(({ alert }) => alert ?? [])
      : environment.alerts.list(),
  );

const createAlert: Route = (call) => {
  const { environment, body } = call;
  refuseAssignedFields(body, ["id"]);
  const input = checkBody(alertCreation, body);
  checkAlert(call, input);
  const alert: AlertWire = { id: environment.alerts.nextId(), ...input };
  environment.alerts.write(alert, undefined, writeTime(call));
  return { status: 201, body: alert };
};

const updateAlert: Route = (call) => {
  const current = alertOfPath(call);
  const input = checkBody(alertWire, call.body);
  if (input.id !== current.id) {
    throw badField(["id"], `is ${input.id}, but the path contains the id ${current.id}`);
  }
  if (input.type !== current.type) {
    throw badField(["type"], `is ${input.type}, but the alert has type ${current.type}, which cannot change`);
  }
  checkAlert(call, input, current.id);
  const { alerts } = call.environment;
  alerts.write(input, alerts.config(input.id), writeTime(call));
  return { status: 200, body: input };
};

const deleteAlert: Route = (call) => {
  call.environment.alerts.remove(alertOfPath(call).id, writeTime(call));
  return { status: 204 };
};

function checkAlert({ environment, rules }: Call, input: AlertCreation, ownId?: number): void {
  checkSizes(input, keysOf(settingsFields));
  checkAlertReferences(input, environment);
  if (!rules.uniqueNames) return;
  const owner = environment.alerts.idsNamed(input.name).find((id) => id !== ownId);
  if (owner === undefined) return;
  throw badField(["name"], `is already used: alert ${owner} is named ${JSON.stringify(input.name)}`, 409);
}

const configSchemas = { event: eventConfigWire, threshold: thresholdConfigWire } as const;

const readAlertConfig: Route = (call) => {
  const config = call.rules.staleReads
    ? configInEffect(call)
    : call.environment.alerts.config(alertOfPath(call).id);
  if (config === undefined) {
    throw new ApiError(404, `Alert ${call.pathId ?? ""} has no configuration.`);
  }
  return { status: 200, body: config };
};

/** A deleted alert keeps its configuration until the deletion takes effect. */
function configInEffect({ environment, clock, pathId = "" }: Call): AlertConfigWire | undefined {
  const id = alertIdOfPath(pathId);
  if (id === undefined) throw alertNotFound(pathId);
  return environment.alerts.getInEffect(id, clock.now())?.config;
}

const writeAlertConfig: Route = (call) => {
  const alert = alertOfPath(call);
  const kind = kindOfType(alert.type);
  checkConfigKind(call.body, kind);
  const config = checkBody(configSchemas[kind], call.body);
  checkSizes(config, [...keysOf(scopeFields), ...fieldsOfKind[kind]]);
  checkConfigReferences(config, call.environment);
  call.environment.alerts.write(alert, config, writeTime(call));
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

export const alertRoutes = {
  listAlerts,
  createAlert,
  updateAlert,
  deleteAlert,
  readAlertConfig,
  writeAlertConfig,
};
