/** Alerts in the JSON of the API, and their definitions, without code of the product, so that the tests do not share its defects. */
import { type SeedAlert } from "../../src/emulator";
import { type AlertDefinition } from "../../src/reconcile";

export type Fields = Readonly<Record<string, unknown>>;

/** An alert of the service without its id. `config` is null for an incomplete alert. */
export interface ApiAlert {
  readonly settings: Fields & { readonly name: string };
  readonly config: Fields | null;
}

export interface AlertOptions {
  readonly kind?: "event" | "threshold";
  readonly annotations?: string;
  readonly policy?: number;
  readonly trigger?: number;
  readonly categories?: readonly string[];
  readonly renamedFrom?: string;
  /** Fields that the specification does not define, for the settings and the configuration. */
  readonly extra?: Fields;
}

export function apiAlert(name: string, options: AlertOptions = {}): ApiAlert & { readonly config: Fields } {
  const { kind = "threshold", annotations = "", policy = 2, trigger = 0.9, extra = {} } = options;
  const filters = { hosts: [1], host_types: ["mysql"] };
  return {
    settings: {
      ...extra,
      name,
      annotations,
      policy,
      type: kind === "event" ? 1 : 2,
      disabled: 0,
      destinations: [1, 2],
    },
    config:
      kind === "event"
        ? { ...extra, ...filters, categories: options.categories ?? ["deploy"] }
        : { ...extra, ...filters, alert_level: "warn", metric: "cpu", trigger, duration: 2, reset: 0.1 },
  };
}

export function definition(name: string, options: AlertOptions = {}): AlertDefinition {
  const { kind = "threshold", annotations = "", policy = 2, trigger = 0.9, renamedFrom } = options;
  return {
    name,
    annotations,
    policy,
    disabled: false,
    destinations: ["Pager", 2],
    hosts: ["db-1"],
    host_types: ["mysql"],
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    condition:
      kind === "event"
        ? { kind, categories: options.categories ?? ["deploy"] }
        : { kind, alert_level: "warn", metric: "cpu", trigger, duration: 2, reset: 0.1 },
    place: { file: "alerts.yaml" },
  };
}

/** The alert as a seed of the emulator, which keeps unknown fields. */
export function seedOf({ settings, config }: ApiAlert): SeedAlert {
  const seeded = { alert: settings, ...(config === null ? {} : { config }) };
  // The type does not allow unknown fields.
  return seeded as unknown as SeedAlert;
}
