/** `resource "dbmon_alert"`: an alert and its configuration. Each operation is in a file of its own. */
import { resource } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { createAlertResource } from "./create";
import { deleteAlertResource } from "./delete";
import { alertIdentity } from "./identity";
import { importAlert } from "./import";
import { planAlert } from "./plan";
import { defaultDisabled } from "./plan-mute";
import { readAlertResource } from "./read";
import { alertSchema } from "./schema";
import { alertIdOf } from "./state";
import { recordStoredAlert } from "./stored-alert";
import { updateAlertResource } from "./update";
import { validateAlert } from "./validate";

export const alert = resource<ProviderSession>()({
  typeName: "dbmon_alert",
  schema: alertSchema,
  identity: alertIdentity,
  validate: validateAlert,
  defaults: defaultDisabled,
  plan(request) {
    const { session } = request;
    return session === undefined ? planAlert(request) : session.activity.track(() => planAlert(request));
  },
  create: (request) => request.session.activity.track(() => createAlertResource(request)),
  read: (request) => request.session.activity.track(() => readAlertResource(request)),
  update: (request) => request.session.activity.track(() => updateAlertResource(request)),
  delete: (request) => request.session.activity.track(() => deleteAlertResource(request)),
  import: importAlert,
  stateLoaded({ state, session }) {
    const id = alertIdOf(state);
    // Terraform loads each state once in a process.
    if (session.loaded.has(id)) session.run.recordRepeatedRequest();
    session.loaded.set(id, state);
    session.planned.recordLoad(id);
    recordStoredAlert(session, state);
  },
});
