/** The attributes of `dbmon_alert`. */
import { alertConfigDescriptions as config, alertDescriptions as own, checkAlert } from "../../../service";
import { attribute as a, schema, t, type StateOf } from "../../../tfplugin";
import { areIds, areNamed, isId, isLevel, isNamed } from "../../validators";

const hasCategories = (texts: readonly string[]) =>
  checkAlert({ categories: texts })
    .map(({ what, remedy }) => `${what}. ${remedy}`)
    .at(0);

export const alertSchema = schema({
  description:
    "An alert with its configuration. Set exactly one of `event` (fires on events of certain categories) and " +
    "`threshold` (fires when a metric exceeds a value). Changing from one to the other replaces the alert.",
  attributes: {
    id: a.string({ computed: true, keepOnUpdate: true, description: own.id }),
    written_at: a.string({
      computed: true,
      nullable: true,
      description:
        "When this alert was last written, as an RFC 3339 timestamp. The change takes effect within one propagation " +
        "window. Null after an import or an adoption.",
    }),
    name: a.string({ required: true, validate: [isNamed], description: own.name }),
    policy: a.integer({ required: true, validate: [isId], description: own.policy }),
    annotations: a.string({ optional: true, default: "", description: own.annotations }),
    disabled: a.boolean({ optional: true, default: false, description: own.disabled }),
    destinations: a.set(t.integer, {
      optional: true,
      default: [],
      validate: [areIds],
      description: own.destinations,
    }),
    hosts: a.set(t.integer, { optional: true, default: [], validate: [areIds], description: config.hosts }),
    host_types: a.set(t.string, {
      optional: true,
      default: [],
      validate: [areNamed],
      description: config.host_types,
    }),
    event: a.object(
      {
        categories: a.set(t.string, {
          required: true,
          validate: [hasCategories, areNamed],
          description: config.categories,
        }),
      },
      { optional: true, description: "Makes the alert an event alert." },
    ),
    threshold: a.object(
      {
        alert_level: a.string({ required: true, validate: [isLevel], description: config.alert_level }),
        metric: a.string({ required: true, validate: [isNamed], description: config.metric }),
        trigger: a.number({ required: true, description: config.trigger }),
        duration: a.integer({ required: true, validate: [isId], description: config.duration }),
        reset: a.number({ required: true, description: config.reset }),
      },
      { optional: true, description: "Makes the alert a threshold alert." },
    ),
  },
});

export type AlertSchema = typeof alertSchema;
export type AlertState = StateOf<AlertSchema>;
