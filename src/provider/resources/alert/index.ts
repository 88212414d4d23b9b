/** `resource "dbmon_alert"`: an alert and its configuration. One file per operation. */
import { resource } from "../../../tfplugin";
import { withSubject } from "../../diagnostics";
import { type ProviderSession } from "../../session";
import { defaultDisabled } from "./mute";
import { createAlertResource } from "./create";
import { deleteAlertResource } from "./delete";
import { alertIdentity, importAlert } from "./import";
import { planAlert } from "./plan";
import { readReferences } from "./private-state";
import { readAlertResource } from "./read";
import { equivalentReferences } from "./references";
import { alertSchema, validateAlert } from "./schema";
import { alertIdOf } from "./state";
import { updateAlertResource } from "./update";

export const alert = resource<ProviderSession>()({
  typeName: "dbmon_alert",
  schema: alertSchema,
  identity: alertIdentity,
  validate: validateAlert,
  defaults: defaultDisabled,
  equivalents({ session, config, prior, private: encoded }) {
    if (session === undefined) return {};
    const work = () => equivalentReferences(session, config, prior, readReferences(encoded));
    return session.activity.track(() => withSubject(prior.name, work));
  },
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
