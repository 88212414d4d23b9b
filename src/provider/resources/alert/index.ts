/** `resource "dbmon_alert"`: an alert and its configuration. One file per operation. */
import { ifKnown, isSameJson, upgrader } from "../../../tfplugin";
import { type ProviderSession, resource, withSubject } from "../../session";
import { deleteAlertResource, updateAlertResource } from "./change";
import { createAlertResource } from "./create";
import { planHosts } from "./hosts";
import { alertIdentity, importAlert } from "./import";
import { defaultDisabled } from "./mute";
import { planAlert } from "./plan";
import { readAlertPrivate } from "./private-state";
import { readAlertResource } from "./read";
import { equivalentReferences } from "./references";
import { alertSchema, earlierAlertSchema, validateAlertConfig } from "./schema";
import { alertIdOf } from "./state";

export const alert = resource({
  typeName: "dbmon_alert",
  schema: alertSchema,
  identity: alertIdentity,
  upgraders: [
    // Version 0 had ids as numbers, and later names. Numbers are read as strings, so the values stay the same.
    upgrader(earlierAlertSchema, earlierAlertSchema, (state) => state),
    upgrader(earlierAlertSchema, alertSchema, ({ muted_until: until, ...state }) => ({
      ...state,
      muted: until === null ? state.muted : { until, reason: null },
    })),
  ],
  validate: validateAlertConfig,
  defaults: defaultDisabled,
  equivalents({ session, config, prior, private: encoded }) {
    if (session === undefined) return planHosts(session, config, new Map()).then(({ planned }) => planned);
    const { annotations } = prior;
    // Terraform generates jsonencode(...) for a text that is JSON, which changes its format.
    const isSame = isSameJson(ifKnown(config.annotations) ?? "", annotations);
    const { references } = readAlertPrivate(encoded);
    return handle(session, prior.name, async () => ({
      ...(isSame ? { annotations } : {}),
      ...(await equivalentReferences(session, config, prior, references)),
      ...(await planHosts(session, config, references.hosts)).planned,
    }));
  },
  plan(request) {
    const { session } = request;
    return session === undefined ? planAlert(request) : session.plans.track(() => planAlert(request));
  },
  create: (request) => handle(request.session, request.planned.name, () => createAlertResource(request)),
  read: (request) => handle(request.session, request.state.name, () => readAlertResource(request)),
  update: (request) => handle(request.session, request.planned.name, () => updateAlertResource(request)),
  delete: (request) => handle(request.session, request.prior.name, () => deleteAlertResource(request)),
  import: importAlert,
  stateLoaded({ state, session }) {
    const id = alertIdOf(state);
    session.states.set(id, { ...session.states.get(id), state });
  },
});

/** Counts the request as active, and adds the name of its alert to its problems. */
function handle<T>(session: ProviderSession, name: string, work: () => Promise<T>): Promise<T> {
  return session.plans.track(() => withSubject(name, work));
}
