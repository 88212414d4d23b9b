/**
 * Alerts as they travel, and definitions of them: written out here a second time, so that what a run left in the service is
 * not judged by the code that wrote it.
 */
import { type SeedAlert } from "../../src/emulator";
import { type AlertDefinition } from "../../src/reconcile";

export type Fields = Readonly<Record<string, unknown>>;

/** An alert of the service without its id; `config` is null where it has none. */
export interface WireAlert {
  readonly settings: Fields & { readonly name: string };
  readonly config: Fields | null;
}

export interface Look {
  readonly kind?: "event" | "threshold";
  readonly annotations?: string;
  readonly policy?: number;
  readonly trigger?: number;
  readonly categories?: readonly string[];
  readonly renamedFrom?: string;
  /** Fields that the specification does not name, in both halves. */
  readonly extra?: Fields;
}

export function wireAlert(name: string, look: Look = {}): WireAlert & { readonly config: Fields } {
  const { kind = "threshold", annotations = "", policy = 2, trigger = 0.9, extra = {} } = look;
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
        ? { ...extra, ...filters, categories: look.categories ?? ["deploy"] }
        : { ...extra, ...filters, alert_level: "warn", metric: "cpu", trigger, duration: 2, reset: 0.1 },
  };
}

export function definition(name: string, look: Look = {}): AlertDefinition {
  const { kind = "threshold", annotations = "", policy = 2, trigger = 0.9, renamedFrom } = look;
  return {
    name,
    annotations,
    policy,
    disabled: false,
    destinations: ["Pager", 2],
    hosts: ["db-1"],
    hostTypes: ["mysql"],
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    condition:
      kind === "event"
        ? { kind, categories: look.categories ?? ["deploy"] }
        : { kind, alertLevel: "warn", metric: "cpu", trigger, duration: 2, reset: 0.1 },
    place: { file: "alerts.yaml" },
  };
}

/** The alert as a seed: the emulator keeps what it is given. */
export function seedOf({ settings, config }: WireAlert): SeedAlert {
  const seed = { alert: settings, ...(config === null ? {} : { config }) };
  // It was written by hand in the service's own form, unknown fields included, which a type cannot say.
  return seed as unknown as SeedAlert;
}
