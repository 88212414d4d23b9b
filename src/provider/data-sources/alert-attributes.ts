/** Attributes of an alert in data sources, with the names of the resource. */
import { type LiveAlert } from "../../reconcile";
import {
  alertConfigDescriptions as configDescriptions,
  alertDescriptions as descriptions,
  type Alert,
  typeOfKind,
} from "../../service";
import { attribute as a, t } from "../../tfplugin";
import { toState } from "../resources/alert/state";

const computed = { computed: true } as const;
const nullable = { computed: true, nullable: true } as const;

/** All attributes except `id` and `name`. Attributes of a configuration that was not read are null. */
export const alertAttributes = {
  type: a.integer({ ...computed, description: descriptions.type }),
  policy: a.integer({ ...computed, description: descriptions.policy }),
  annotations: a.string({ ...computed, description: descriptions.annotations }),
  disabled: a.boolean({ ...computed, description: descriptions.disabled }),
  destinations: a.set(t.integer, { ...computed, description: descriptions.destinations }),
  hosts: a.set(t.integer, { ...nullable, description: configDescriptions.hosts }),
  host_types: a.set(t.string, { ...nullable, description: configDescriptions.host_types }),
  event: a.object(
    { categories: a.set(t.string, { ...computed, description: configDescriptions.categories }) },
    {
      ...nullable,
      description:
        "Condition of an event alert. Null for a threshold alert, and for an alert without a configuration.",
    },
  ),
  threshold: a.object(
    {
      alert_level: a.string({ ...computed, description: configDescriptions.alert_level }),
      metric: a.string({ ...computed, description: configDescriptions.metric }),
      trigger: a.number({ ...computed, description: configDescriptions.trigger }),
      duration: a.integer({ ...computed, description: configDescriptions.duration }),
      reset: a.number({ ...computed, description: configDescriptions.reset }),
    },
    {
      ...nullable,
      description:
        "Condition of a threshold alert. Null for an event alert, and for an alert without a configuration.",
    },
  ),
};

/** For an incomplete alert, both `event` and `threshold` are null. */
export function alertValues(live: LiveAlert) {
  const { written_at: _written_at, destination_names: _destination_names, ...values } = toState(live);
  return { ...values, type: typeOfKind(live.alert.kind) };
}

/** The values of an alert whose configuration was not read. */
export function settingsValues(alert: Alert) {
  return { ...alertValues({ alert, config: undefined }), hosts: null, host_types: null };
}
