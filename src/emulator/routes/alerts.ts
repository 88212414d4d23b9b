/** Alerts: list, create, update, delete (ALERT-1 to ALERT-8). */
import { alertCreation, type AlertCreation, alertWire, type AlertWire } from "../../service";
import { badField } from "../http/api-error";
import { checkBody } from "../http/check-body";
import { checkAlertReferences } from "../rules/references";
import { checkAlertSizes } from "../rules/text-limits";
import { checkNameIsFree } from "../rules/unique-name";
import { alertOfPath, type Call, list, type Route, writeTime } from "./route";

const listAlerts: Route = ({ environment, clock, rules }) =>
  list(rules.staleReads ? environment.alerts.listInEffect(clock.now()) : environment.alerts.list());

const createAlert: Route = (call) => {
  const { environment, body } = call;
  if (typeof body === "object" && body !== null && Object.hasOwn(body, "id")) {
    throw badField(["id"], "is not accepted here: the service assigns it");
  }
  const wanted = checkBody(alertCreation, body);
  checkAlert(call, wanted);
  const alert: AlertWire = { id: environment.alerts.nextId(), ...wanted };
  environment.alerts.put(alert, writeTime(call));
  return { status: 201, body: alert };
};

const updateAlert: Route = (call) => {
  const present = alertOfPath(call);
  const wanted = checkBody(alertWire, call.body);
  if (wanted.id !== present.id) {
    throw badField(["id"], `is ${wanted.id}, but the path names the alert ${present.id}`);
  }
  if (wanted.type !== present.type) {
    throw badField(
      ["type"],
      `is ${wanted.type}, but the alert was made with ${present.type}, which cannot change`,
    );
  }
  checkAlert(call, wanted, present.id);
  call.environment.alerts.put(wanted, writeTime(call));
  return { status: 200, body: wanted };
};

const deleteAlert: Route = (call) => {
  const { id } = alertOfPath(call);
  const time = writeTime(call);
  call.environment.alerts.remove(id, time);
  call.environment.alertConfigs.remove(id, time);
  return { status: 204 };
};

function checkAlert(call: Call, wanted: AlertCreation, ownId?: number): void {
  checkAlertSizes(wanted);
  checkAlertReferences(wanted, call.environment);
  checkNameIsFree(call, wanted.name, ownId);
}

export const alertRoutes = { listAlerts, createAlert, updateAlert, deleteAlert };
