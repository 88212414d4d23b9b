/** The alerts, hosts and times that the tests of a file share, and the lookup of names in them. */
import {
  type AlertHost,
  type ConfiguredAlert,
  defaultPropagationWindowMs,
  type SimulationEnvironment,
  thresholdEventType,
} from "../alerting";
import { type Places } from "../definitions";
import {
  type FieldStep,
  formatField,
  getOrAdd,
  hintForName,
  type Problem,
  quote,
  toNfc,
  warningOf,
} from "../diagnostics";
import { type AlertDefinition, HostIndex, type Reference, selectedFields } from "../reconcile";
import { includesText, isMuted, parseTimeSpan, scopeOf, TextMap } from "../service";
import { parseTestTime, parseTimeInTest, timeHint } from "./parse-test-file";
import { type TestFileContent } from "./schema";
import { type SimulatedNames } from "./timeline";

/** The path of a value in the test file. */
export type ValuePath = readonly FieldStep[];

type NamedHost = AlertHost & { readonly name: string };

interface UnmeasuredAlert {
  readonly id: number;
  readonly name: string;
  readonly metric: string;
  readonly duration: Reference;
}

/** The IDs of the definitions by each of the names. */
function idsByName(
  definitions: readonly AlertDefinition[],
  namesOf: (definition: AlertDefinition) => readonly string[],
): TextMap<number[]> {
  const ids = new TextMap<number[]>();
  for (const [index, definition] of definitions.entries())
    for (const name of namesOf(definition)) getOrAdd(ids, name, () => []).push(index + 1);
  return ids;
}

/** Assigns an ID to each object. A name and an ID are different objects, unless they were added as one. Names are compared in NFC. */
class ReferenceTable {
  readonly #ids = new Map<Reference, number>();
  readonly #references: Reference[] = [];
  #names: readonly string[] | undefined;

  /**
   * Returns the ID of the object, which is assigned on first use.
   * @param alias another reference to the same object
   */
  add(reference: Reference, alias = reference): number {
    const key = normalizeReference(reference);
    const id = this.#ids.get(key) ?? this.#references.push(reference);
    this.#ids.set(key, id).set(normalizeReference(alias), id);
    this.#names = undefined;
    return id;
  }

  find(reference: Reference): number | undefined {
    return this.#ids.get(normalizeReference(reference));
  }

  reference(id: number): Reference | undefined {
    return this.#references[id - 1];
  }

  /** Maps IDs to the times of their references. */
  timesById(timeOf: (reference: Reference) => number | undefined): ReadonlyMap<number, number> {
    return new Map(
      this.#references.flatMap((reference, index) => {
        const time = timeOf(reference);
        return time === undefined ? [] : [[index + 1, time] as const];
      }),
    );
  }

  /** The references that are names, as one list until another is added. */
  names(): readonly string[] {
    return (this.#names ??= this.#references.filter((reference) => typeof reference === "string"));
  }

  /** Names and IDs, as the keys of a table write them. */
  keys(): string[] {
    return this.#references.map(String);
  }
}

export function normalizeReference(reference: Reference): Reference {
  return typeof reference === "string" ? toNfc(reference) : reference;
}

/** Each lookup reports an unknown name or an invalid value at its path. */
export class TestEnvironment {
  /** In the order of the definitions. */
  readonly alerts: readonly ConfiguredAlert[];
  /** The names of the metrics that threshold alerts watch. */
  readonly metrics: readonly string[];
  /** Threshold alerts whose duration has no known length. */
  readonly unmeasured: readonly UnmeasuredAlert[];
  readonly propagationWindowMs: number;
  readonly #hosts: readonly NamedHost[];
  readonly #hostTable: ReferenceTable;
  readonly #hostIndex: HostIndex;
  readonly #alertNames: readonly string[];
  readonly #idsByMetric: TextMap<number[]>;
  readonly #idsByCategory: TextMap<number[]>;
  readonly #destinations: ReferenceTable;
  readonly #policies = new ReferenceTable();
  readonly #durations = new ReferenceTable();
  readonly #policyTimes: TextMap<number>;
  readonly #durationTimes: TextMap<number>;
  readonly #idsByName: TextMap<number>;

  constructor(
    content: TestFileContent,
    readonly places: Places,
    readonly definitions: readonly AlertDefinition[],
    readonly problems: Problem[],
  ) {
    this.#hosts = content.hosts.map(({ name, type }, index) => ({
      id: index + 1,
      name,
      type,
      isDeleted: false,
    }));
    this.#hostIndex = new HostIndex(content.hosts.map((host, index) => ({ ...host, id: index + 1 })));
    this.#hostTable = this.#readObjects(content.hosts, "hosts", "host");
    this.#destinations = this.#readObjects(content.destinations, "destinations", "destination");
    this.#policyTimes = this.#readTimes(content.policies, "policies");
    this.#durationTimes = this.#readTimes(content.durations, "durations");
    const window = content.propagation_window;
    this.propagationWindowMs =
      window === undefined ? defaultPropagationWindowMs : this.time(window, ["propagation_window"]);
    this.#alertNames = definitions.map(({ name }) => name);
    this.#idsByName = new TextMap(this.#alertNames.map((name, index) => [name, index + 1]));
    this.#idsByMetric = idsByName(definitions, ({ condition }) =>
      condition.kind === "threshold" ? [condition.metric] : [],
    );
    this.#idsByCategory = idsByName(definitions, ({ condition }) =>
      condition.kind === "event" ? condition.categories : [],
    );
    this.metrics = [...this.#idsByMetric.keys()];
    this.unmeasured = definitions.flatMap(({ name, condition }, index) =>
      condition.kind === "threshold" && this.lengthOf(condition.duration) === undefined
        ? [{ id: index + 1, name, metric: condition.metric, duration: condition.duration }]
        : [],
    );
    this.alerts = definitions.map((definition) => this.configure(definition, ["hosts"]));
  }

  /** The alerts, some of which a mute disables at the time. */
  alertsAt(time: number | undefined): readonly ConfiguredAlert[] {
    if (time === undefined || this.definitions.every(({ mute }) => !isMuted(mute, time))) return this.alerts;
    return this.alerts.map((alert, index) =>
      isMuted(this.definitions[index]?.mute, time) ? { ...alert, disabled: true } : alert,
    );
  }

  /** The number of threshold alerts that watch the metric. */
  watcherCount(metric: string): number {
    return this.#idsByMetric.get(metric)?.length ?? 0;
  }

  /**
   * The input of a simulation with the alerts that its input can fire: other alerts never have state. Includes the policies and
   * durations of all definitions that were configured before.
   */
  simulation(
    metrics: readonly string[],
    categories: readonly string[],
    alerts = this.alerts,
  ): Required<SimulationEnvironment> {
    // A firing of a threshold alert is an event.
    const events = metrics.length > 0 ? [...categories, thresholdEventType] : categories;
    const ids = new Set([
      ...metrics.flatMap((metric) => this.#idsByMetric.get(metric) ?? []),
      ...events.flatMap((category) => this.#idsByCategory.get(category) ?? []),
    ]);
    const intervals = this.#policies.timesById((policy) => this.#policyTimes.get(String(policy)));
    const lengths = this.#durationsById();
    return {
      alerts: [...ids].sort((a, b) => a - b).flatMap((id) => alerts[id - 1] ?? []),
      objects: {
        host: (id) => this.#hosts[id - 1],
        policyIntervalMs: (id) => intervals.get(id),
        durationMs: (id) => lengths.get(id),
      },
      propagationWindowMs: this.propagationWindowMs,
    };
  }

  names(): SimulatedNames {
    const destinationReference = (id: number) => this.#destinations.reference(id) ?? "";
    return {
      alert: (id) => this.definitions[id - 1]?.name ?? "",
      host: (id) => this.#hosts[id - 1]?.name ?? "",
      destination: (id) => String(destinationReference(id)),
      destinationReference,
    };
  }

  /** In milliseconds. A duration whose name says its time, such as `5m` or `5 minutes`, needs no entry in `durations`. */
  lengthOf(duration: Reference): number | undefined {
    const text = String(duration);
    const length = this.#durationTimes.get(text);
    if (length !== undefined || typeof duration === "number") return length;
    return parseTimeSpan(text.replace(/^(\d+) ([smhd])(?:econd|inute|our|ay)s?$/, "$1$2"));
  }

  /** The alert of a definition, for a simulation. @param path for problems */
  configure(definition: AlertDefinition, path: ValuePath): ConfiguredAlert {
    const { condition } = definition;
    const { ids, problems } = this.#hostIndex.select(definition, (reference) => {
      const host = this.#hostTable.find(reference);
      if (host !== undefined) return host;
      const description =
        typeof reference === "number" ? `the ID ${reference}` : `the name ${quote(reference)}`;
      const what = `hosts has no host with ${description}, which the alert ${quote(definition.name)} lists.`;
      const names = this.#hostTable.names();
      const hint =
        typeof reference === "string" && names.length > 0 ? ` ${hintForName(reference, names)}` : "";
      return { what, remedy: `Add the host to hosts of this file.${hint}` };
    });
    for (const { what, remedy } of problems) this.report(path, what, remedy);
    const { hosts, disabled = definition.disabled } = selectedFields(definition, ids);
    return {
      id: this.#idsByName.get(definition.name) ?? 0,
      policy: this.#policies.add(definition.policy),
      disabled,
      destinations: definition.destinations.map((reference) => this.#destinations.add(reference)),
      config: {
        ...scopeOf(definition),
        hosts,
        condition:
          condition.kind === "event"
            ? condition
            : { ...condition, duration: this.#durations.add(condition.duration) },
      },
    };
  }

  #durationsById(): ReadonlyMap<number, number> {
    return this.#durations.timesById((duration) => this.lengthOf(duration));
  }

  /** A warning for each entry of the tables that neither a definition nor a change uses, by its name, its ID or its time. */
  unusedTimes({ policies, durations }: Pick<TestFileContent, "policies" | "durations">): Problem[] {
    const unused = (key: string, table: TestFileContent["durations"], used: readonly string[]) => {
      const lengths = new Set(used.map((name) => parseTimeSpan(name)));
      return Object.entries(table)
        .filter(([name, time]) => !includesText(used, name) && !lengths.has(parseTestTime(time)))
        .map(([name]): Problem => {
          const where = { ...this.places.ofKey([key, name]), field: [key, name] };
          const what = `No definition uses ${quote(name)} of ${key}.`;
          return warningOf("definition-invalid", what, { where, remedy: hintForName(name, used) });
        });
    };
    return [
      ...unused("policies", policies, this.#policies.keys()),
      ...unused("durations", durations, this.#durations.keys()),
    ];
  }

  longestDuration(): number {
    return Math.max(0, ...this.#durationsById().values());
  }

  /** @param start date that dates are counted from */
  time(value: string | number, path: ValuePath, start?: number): number {
    const time = parseTimeInTest(value, start);
    if (time !== undefined) return time;
    const text = typeof value === "string" ? quote(value) : String(value);
    this.report(path, `${formatField(path)} is not a time of up to one year: ${text}.`, timeHint);
    return 0;
  }

  host(name: string | undefined, path: ValuePath): number | undefined {
    if (name === undefined) return undefined;
    const host = this.#hostTable.find(name);
    if (host === undefined)
      this.report(path, `hosts has no host ${quote(name)}.`, hintForName(name, this.#hostTable.names()));
    return host;
  }

  alert(name: string, path: ValuePath, kind: "ofKey" | "ofValue" = "ofValue"): number | undefined {
    const id = this.#idsByName.get(name);
    if (id !== undefined) return id;
    const what = `No definition is named ${quote(name)}.`;
    this.report(path, what, hintForName(name, this.#alertNames), "error", kind);
    return undefined;
  }

  destination(reference: Reference, path: ValuePath): number[] {
    const id = this.#destinations.find(reference);
    if (id !== undefined) return [id];
    const what = `No definition notifies the destination ${quote(String(reference))}.`;
    this.report(path, what, hintForName(String(reference), this.#destinations.names()));
    return [];
  }

  report(
    path: ValuePath,
    what: string,
    remedy: string,
    severity: Problem["severity"] = "error",
    kind: "ofKey" | "ofValue" = "ofValue",
  ): void {
    this.problems.push({
      code: "definition-invalid",
      severity,
      what,
      where: { ...this.places[kind](path), field: path },
      remedy,
    });
  }

  /** The objects get the IDs from 1 in their order. */
  #readObjects(
    objects: readonly { readonly name: string; readonly id?: number | undefined }[],
    key: string,
    singular: string,
  ): ReferenceTable {
    const table = new ReferenceTable();
    for (const [index, { name, id = name }] of objects.entries()) {
      const duplicate = [name, id].findIndex((reference) => table.find(reference) !== undefined);
      if (duplicate !== -1) {
        this.report(
          [key, index, duplicate === 0 ? "name" : "id"],
          `Duplicate ${singular} ${quote(name)}.`,
          `Give each ${singular} its own name and ID.`,
        );
      }
      table.add(name, id);
    }
    return table;
  }

  #readTimes(times: Readonly<Record<string, string | number>>, key: string): TextMap<number> {
    return new TextMap(Object.entries(times).map(([name, time]) => [name, this.time(time, [key, name])]));
  }
}
