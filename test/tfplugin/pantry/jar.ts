/**
 * The example resource: every kind of attribute the framework knows, and labels that make it misbehave on purpose.
 */
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import {
  attribute as a,
  DiagnosticsError,
  isUnknown,
  isWhollyKnown,
  type PlannedOf,
  schema,
  type StateOf,
  t,
  UNKNOWN,
} from "../../../src/tfplugin";
import { type Jar, resource } from "./pantry";

const jarSchema = schema({
  description: "A jar in the pantry.",
  attributes: {
    id: a.string({ computed: true, keepOnUpdate: true, description: "Given by the pantry." }),
    label: a.string({
      required: true,
      description: "What is written on it.",
      validate: [(label) => (label.length <= 40 ? undefined : "A label has at most 40 characters.")],
    }),
    grams: a.integer({ required: true, description: "Net weight, in grams." }),
    ratio: a.number({ optional: true, description: "Fruit to sugar." }),
    sealed: a.boolean({ optional: true, default: false, description: "Whether it is sealed." }),
    shelf: a.string({ optional: true, replace: true, description: "Where it stands; jars are not moved." }),
    tags: a.set(t.string, { optional: true, default: [], description: "Any words." }),
    lots: a.set(t.integer, { optional: true, default: [], description: "Numbers of the lots in it." }),
    sweetness: a.object(
      {
        sugar: a.number({ required: true, description: "In percent." }),
        kind: a.string({ optional: true, default: "cane", description: "Kind of sugar." }),
        measured: a.string({ computed: true, nullable: true, description: "By what it was measured." }),
      },
      { optional: true, description: "How sweet it is." },
    ),
    notes: a.listOfObjects(
      {
        text: a.string({ required: true, description: "The note." }),
        author: a.string({ optional: true, default: "anon", description: "Who wrote it." }),
      },
      { optional: true, default: [], description: "Notes, oldest first." },
    ),
    revision: a.integer({ computed: true, description: "Counts the writes." }),
  },
});

type Planned = PlannedOf<typeof jarSchema>;
type State = StateOf<typeof jarSchema>;

function toJar(planned: Planned, revision: number): Jar {
  const { label, grams, ratio, sealed, shelf, tags, lots, sweetness, notes } = planned;
  const sweet = sweetness && { sugar: sweetness.sugar, kind: sweetness.kind };
  return { label, grams, ratio, sealed, shelf, tags, lots, sweetness: sweet, notes, revision };
}

export function toJarState(id: string, jar: Jar): State {
  const { sweetness } = jar;
  return {
    ...jar,
    id,
    sweetness: sweetness && { ...sweetness, measured: sweetness.sugar > 50 ? "nose" : null },
  };
}

/** Ends many turns of the event loop after it was asked to. */
async function workSlowly(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
  for (let turn = 0; turn < 500; turn++) await setImmediate();
}

const jarIdentity = schema({
  description: "What identifies a jar.",
  attributes: {
    id: a.string({ required: true, description: "Given by the pantry." }),
    room: a.string({ computed: true, description: "Where all jars are." }),
  },
});

export const jar = resource({
  typeName: "pantry_jar",
  schema: jarSchema,
  identity: {
    schema: jarIdentity,
    of: ({ id, label }) => {
      if (label === "nameless") throw new TypeError("token=hunter2 has no identity");
      return { id, room: "cellar" };
    },
  },

  validate({ config, diagnostics }) {
    if (isUnknown(config.sweetness) || isUnknown(config.tags)) return;
    if (config.sweetness !== null && config.tags?.includes("sour") === true) {
      diagnostics.error({
        path: ["sweetness", "sugar"],
        summary: "Sweet and sour",
        detail: "A jar tagged as sour has no sweetness.",
      });
    }
  },

  plan({ action, config, proposed, prior, session, diagnostics }) {
    if (action === "destroy") {
      if (prior.label === "heirloom") diagnostics.warning({ summary: "An heirloom goes", path: ["label"] });
      return undefined;
    }
    if (session === undefined) diagnostics.warning({ summary: "Planned without a pantry" });
    if (action === "create") return { private: { plannedAs: "create" } };
    // Emptying a jar takes another jar.
    if (proposed.grams === 0 && prior.grams !== 0) return { replace: [["grams"]] };
    // A revision is only counted up by one; but what is unknown yet may turn out to change nothing at all.
    const isCertain = proposed.revision === UNKNOWN && isWhollyKnown(config);
    return isCertain ? { planned: { ...proposed, revision: prior.revision + 1 } } : undefined;
  },

  async create({ planned, private: kept, session, diagnostics, signal, log }) {
    if (planned.label === "explode") throw new TypeError("token=hunter2 does not explode");
    if (planned.label === "refuse") {
      throw new DiagnosticsError({
        path: ["label"],
        summary: "Refused",
        detail: "The pantry does not want it.",
      });
    }
    if (planned.label === "slow") {
      log.info("a slow creation has begun");
      await workSlowly(signal);
    }
    const made = toJar(planned, 1);
    const id = session.add(made);
    if (planned.label === "cracked") {
      diagnostics.error({
        path: ["label"],
        summary: "The jar cracked",
        detail: "It is there, but not whole.",
      });
    }
    return { state: toJarState(id, made), private: { kept: kept ?? null } };
  },

  read({ state, session }) {
    const found = session.find(state.id);
    return { state: found === undefined ? null : toJarState(state.id, found) };
  },

  update({ prior, planned, session, diagnostics }) {
    if (planned.label === "stuck") {
      diagnostics.error({ summary: "The jar is stuck" });
      return undefined;
    }
    const made = toJar(planned, prior.revision + 1);
    session.put(prior.id, made);
    return { state: toJarState(prior.id, made) };
  },

  delete({ prior, session, diagnostics }) {
    if (prior.label === "glued") diagnostics.error({ summary: "The jar is glued to the shelf" });
    else session.remove(prior.id);
  },

  import({ id, identity, session }) {
    const key = id ?? identity.id;
    const found = session.find(key);
    return found && { state: toJarState(key, found), private: { kept: "imported" } };
  },
});
