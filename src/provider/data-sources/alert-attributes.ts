/** What the data sources show of an alert: the attributes of the resource, under the same names. */
import { type LiveAlert } from "../../reconcile";
import {
  alertConfigDescriptions as config,
  alertDescriptions as own,
  type Alert,
  typeOfKind,
} from "../../service";
import { attribute as a, t } from "../../tfplugin";
import { toState } from "../resources/alert/state";

const computed = { computed: true } as const;
const maybe = { computed: true, nullable: true } as const;

/** All but `id` and `name`. What a configuration holds is null where it was not read. */
export const alertAttributes = {
  type: a.integer({ ...computed, description: own.type }),
  policy: a.integer({ ...computed, description: own.policy }),
  annotations: a.string({ ...computed, description: own.annotations }),
  disabled: a.boolean({ ...computed, description: own.disabled }),
  destinations: a.set(t.integer, { ...computed, description: own.destinations }),
  hosts: a.set(t.integer, { ...maybe, description: config.hosts }),
  host_types: a.set(t.string, { ...maybe, description: config.host_types }),
  event: a.object(
    { categories: a.set(t.string, { ...computed, description: config.categories }) },
    {
      ...maybe,
      description:
        "What makes an event alert fire. Null in a threshold alert, and in one without configuration.",
    },
  ),
  threshold: a.object(
    {
      alert_level: a.string({ ...computed, description: config.alert_level }),
      metric: a.string({ ...computed, description: config.metric }),
      trigger: a.number({ ...computed, description: config.trigger }),
      duration: a.integer({ ...computed, description: config.duration }),
      reset: a.number({ ...computed, description: config.reset }),
    },
    {
      ...maybe,
      description:
        "What makes a threshold alert fire. Null in an event alert, and in one without configuration.",
    },
  ),
};

/** An incomplete alert, whose configuration was never written, is of neither kind. */
export function alertValues(live: LiveAlert) {
  const { written_at: _, ...shown } = toState(live, null);
  return { ...shown, type: typeOfKind(live.alert.kind) };
}

/** An alert whose configuration was not read. */
export function settingsValues(alert: Alert) {
  return { ...alertValues({ alert, config: undefined }), hosts: null, host_types: null };
}
