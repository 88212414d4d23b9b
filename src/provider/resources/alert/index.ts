/** `resource "dbmon_alert"`: an alert and its configuration. One file per operation. */
import { resource } from "../../../tfplugin";
import { type ProviderSession } from "../../session";
import { defaultDisabled } from "./computed-values";
import { createAlertResource } from "./create";
import { deleteAlertResource } from "./delete";
import { alertIdentity, importAlert } from "./import";
import { planAlert } from "./plan";
import { readAlertResource } from "./read";
import { alertSchema, validateAlert } from "./schema";
import { alertIdOf } from "./state";
import { updateAlertResource } from "./update";

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
    session.loaded.set(id, state);
    session.names.recordState(id, state.name);
  },
});
