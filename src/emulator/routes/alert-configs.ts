/** The configuration of an alert: read, set or replace (CONFIG-1 to CONFIG-5). */
import { kindOfType } from "../../service";
import { ApiError } from "../http/api-error";
import { checkBody } from "../http/check-body";
import { checkConfigKind, configSchemas } from "../rules/config-kind";
import { checkConfigReferences } from "../rules/references";
import { checkConfigSizes } from "../rules/text-limits";
import { alertOfPath, type Call, noAlert, type Route, writeTime } from "./route";

const readAlertConfig: Route = (call) => {
  const config = call.rules.staleReads ? configInEffect(call) : configNow(call);
  if (config === undefined) {
    throw new ApiError(404, `The alert ${call.pathId ?? ""} has no configuration.`);
  }
  return { status: 200, body: config };
};

function configNow(call: Call) {
  return call.environment.alertConfigs.get(alertOfPath(call).id);
}

function configInEffect({ environment, clock, pathId = "" }: Call) {
  if (!/^\d{1,15}$/.test(pathId)) throw noAlert(pathId);
  return environment.alertConfigs.getInEffect(Number(pathId), clock.now());
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

export const alertConfigRoutes = { readAlertConfig, writeAlertConfig };
