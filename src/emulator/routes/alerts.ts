/** Lists, creates, updates and deletes alerts (ALERT-1 to ALERT-8). */
import { alertCreation, type AlertCreation, alertWire, type AlertWire } from "../../service";
import { badField } from "../http/api-error";
import { checkBody } from "../http/validate-input";
import { checkAlertReferences } from "../rules/references";
import { checkAlertSizes } from "../rules/text-limits";
import { alertOfPath, type Call, listResponse, refuseAssignedFields, type Route, writeTime } from "./route";

const listAlerts: Route = ({ environment, clock, rules }) =>
  listResponse(rules.staleReads ? environment.alerts.listInEffect(clock.now()) : environment.alerts.list());

const createAlert: Route = (call) => {
  const { environment, body } = call;
  refuseAssignedFields(body, ["id"]);
  const input = checkBody(alertCreation, body);
  checkAlert(call, input);
  const alert: AlertWire = { id: environment.alerts.nextId(), ...input };
  environment.alerts.put(alert, writeTime(call));
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
  call.environment.alerts.put(input, writeTime(call));
  return { status: 200, body: input };
};

const deleteAlert: Route = (call) => {
  const { id } = alertOfPath(call);
  const time = writeTime(call);
  call.environment.alerts.remove(id, time);
  call.environment.alertConfigs.remove(id, time);
  return { status: 204 };
};

function checkAlert({ environment, rules }: Call, input: AlertCreation, ownId?: number): void {
  checkAlertSizes(input);
  checkAlertReferences(input, environment);
  if (!rules.uniqueNames) return;
  const owner = environment.alerts.idsNamed(input.name).find((id) => id !== ownId);
  if (owner === undefined) return;
  throw badField(["name"], `is already used: alert ${owner} is named ${JSON.stringify(input.name)}`, 409);
}

export const alertRoutes = { listAlerts, createAlert, updateAlert, deleteAlert };
