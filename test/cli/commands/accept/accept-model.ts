/** Runs `dbmon accept` without a service: definitions, live alerts that someone edited, and the edits that take them over. */
import {
  identifier,
  isInSyncAfter,
  type LiveEdit,
  liveEditsOf,
  type LiveObjects,
} from "../../../../src/cli/edits/live-edits";
import {
  type DefinitionScope,
  noEnvironments,
  normalizeText,
  parseDefinitionsFile,
  readDefinitionsFile,
} from "../../../../src/definitions";
import { editDefinitions, inFormatOf } from "../../../../src/definitions-edit";
import { formatCount, isError, type Problem } from "../../../../src/diagnostics";
import { definitionScopeOf, parseConfig } from "../../../../src/environments";
import { type AlertDrift } from "../../../../src/planning";
import { type AlertDefinition, changeOf, type LiveAlert, resolveReferences } from "../../../../src/reconcile";
import { TextMap } from "../../../../src/service";
import { asLive } from "../../../support/arbitrary-alerts";
import {
  categories,
  destinations,
  type GeneratedProject,
  hostNames,
  hostTypes,
  policies,
  strings,
} from "./generated-definitions";
import { type Random } from "./random";

const exampleNames = {
  destinations: [...destinations],
  hosts: [...hostNames, "db-1.shop.example"],
};
const objects: LiveObjects = {
  destinations: exampleNames.destinations.map((name, index) => ({ id: index + 1, name })),
  hosts: exampleNames.hosts.map((name, index) => ({ id: index + 1, name })),
  policies: [...policies, "At most once every 15 minutes"].map((name, index) => ({ id: index + 1, name })),
  durations: [60, 300, 900, 1800].map((seconds, index) => ({
    id: index + 1,
    name: formatCount(seconds / 60, "minute"),
    seconds,
  })),
};

export interface Project {
  /** The content of each file, also of the configuration. */
  readonly raw: ReadonlyMap<string, string>;
  readonly environments: readonly string[];
  readonly scopes: readonly DefinitionScope[];
  /** The alerts of an environment with their contents as JSON. */
  readonly definitionsOf: (environment: string) => ReadonlyMap<string, string>;
  readonly alertsOf: (environment: string) => readonly AlertDefinition[];
}

const configFile = "dbmon.yaml";

/** @throws Error for definitions with errors, which are errors of the generator */
export function createProject({ config, files }: GeneratedProject): Project {
  const raw = new Map([...files, ...(config === undefined ? [] : [[configFile, config] as const])]);
  const scopes = config === undefined ? [noEnvironments] : (scopesOf(normalizeText(config)) ?? []);
  const alertsOf = (environment: string) =>
    scopes
      .filter((scope) => (scope.environment ?? "") === environment)
      .flatMap((scope) =>
        [...files].flatMap(([file, text]) => {
          const { alerts, problems } = parseDefinitionsFile(normalizeText(text), file, scope);
          const errors = problems.filter(isError);
          if (errors.length > 0) throw new Error(`${JSON.stringify(errors)}\n${text}`);
          return alerts;
        }),
      );
  return {
    raw,
    scopes,
    environments: scopes.map(({ environment = "" }) => environment),
    alertsOf,
    definitionsOf: (environment) =>
      new Map(
        alertsOf(environment).map((alert) => [alert.name, JSON.stringify({ ...alert, place: undefined })]),
      ),
  };
}

function scopesOf(text: string): readonly DefinitionScope[] | undefined {
  const config = parseConfig(text, configFile, {}, []);
  return config?.environments.map((environment) => definitionScopeOf(config, environment));
}

export interface Scenario {
  readonly project: Project;
  readonly environment: string;
  readonly live: ReadonlyMap<string, LiveAlert>;
  readonly drifted: readonly string[];
}

/** Edits some live alerts of one environment. */
export function editLive(project: Project, random: Random): Scenario {
  const environment = random.of(project.environments);
  const live = new Map<string, LiveAlert>();
  for (const [index, alert] of project.alertsOf(environment).entries()) {
    const applied = asLive(desiredOf(alert), index + 1);
    live.set(alert.name, random.chance(0.7) ? editAlert(applied, random) : applied);
  }
  const drifted = project.alertsOf(environment).flatMap((alert) => {
    const edited = live.get(alert.name);
    return changeOf(desiredOf(alert), edited).action === "unchanged" ? [] : [alert.name];
  });
  return { project, environment, live, drifted };
}

function desiredOf(alert: AlertDefinition) {
  const resolution = resolveReferences([alert], objects);
  const [desired] = resolution.ok ? resolution.desired : [];
  if (desired === undefined) throw new Error(JSON.stringify(resolution));
  return desired;
}

function editAlert({ alert, config }: LiveAlert, random: Random): LiveAlert {
  if (config === undefined) return { alert, config };
  const ids = (count: number) => random.some(Array.from({ length: count }, (_, index) => index + 1));
  const edit = <T>(value: T, create: () => T): T => (random.chance(0.25) ? create() : value);
  const { condition } = config;
  const other = random.chance(0.05);
  const isThreshold = (condition.kind === "threshold") !== other;
  const threshold = {
    kind: "threshold" as const,
    alert_level: "warn" as const,
    metric: "os.mem.used",
    trigger: 1,
    reset: 0,
    duration: 1,
    ...(condition.kind === "threshold" ? condition : {}),
  };
  const edited = isThreshold
    ? {
        ...threshold,
        alert_level: edit(threshold.alert_level, () => random.of(["info", "warn", "crit"] as const)),
        metric: edit(threshold.metric, () => random.of(["os.cpu.user_us", "mysql.threads: x", "1.5"])),
        trigger: edit(threshold.trigger, () => random.of([85, 0.1, 1e21, -3, 900001])),
        reset: edit(threshold.reset, () => random.integer(0, 60)),
        duration: edit(threshold.duration, () => random.integer(1, 4)),
      }
    : {
        kind: "event" as const,
        categories: edit(condition.kind === "event" ? condition.categories : ["a"], () =>
          random.some(categories, 1),
        ),
      };
  return {
    alert: {
      ...alert,
      kind: edited.kind,
      annotations: edit(alert.annotations, () => random.of(strings)),
      policy: edit(alert.policy, () => random.integer(1, 3)),
      disabled: edit(alert.disabled, () => !alert.disabled),
      destinations: edit(alert.destinations, () => ids(exampleNames.destinations.length)),
    },
    config: {
      ...config,
      hosts: edit(config.hosts, () => ids(exampleNames.hosts.length)),
      host_types: edit(config.host_types, () => random.some(hostTypes)),
      condition: edited,
    },
  };
}

export function acceptDrift({ project, environment, live }: Omit<Scenario, "drifted">) {
  const alerts = project.alertsOf(environment);
  const drifts = alerts.map((alert): AlertDrift => {
    const change = changeOf(desiredOf(alert), live.get(alert.name));
    return { status: change.action === "unchanged" ? "in-sync" : "drifted", change };
  });
  const definitions = new TextMap(alerts.map((alert) => [alert.name, alert]));
  const found = liveEditsOf(drifts, {
    objects,
    definitions,
    hasWaited: true,
    includesDeletions: false,
    renamed: new Set(),
  });
  const problems: Problem[] = [];
  const config = project.raw.get(configFile);
  const files = [...project.raw].flatMap(([file, text]) =>
    file === configFile
      ? []
      : (readDefinitionsFile(normalizeText(text), { file, isNamed: true }, problems) ?? []),
  );
  const scope = project.scopes.find((one) => (one.environment ?? "") === environment) ?? noEnvironments;
  const edited = editDefinitions(found.edits, {
    files,
    config: config === undefined ? undefined : { file: configFile, text: normalizeText(config) },
    scope,
    scopes: project.scopes,
    identify: identifier(objects),
    readScopes: scopesOf,
    isAccepted: (edit, after) => isInSyncAfter(edit, after, objects, 0),
  });
  const raw = new Map(project.raw);
  for (const { file, after } of edited.files) raw.set(file, inFormatOf(raw.get(file) ?? "", after));
  const after = new Map([...raw].filter(([file]) => file !== configFile));
  const result = createProject({ config: raw.get(configFile), files: after });
  const byName = new Map(result.alertsOf(environment).map((alert) => [alert.name, alert]));
  const linesOf = (strings: Iterable<string>) => [...strings].flatMap((text) => text.split(/\r?\n/));
  const remaining = linesOf(raw.values());
  return {
    project: result,
    accepted: edited.edited.map(({ definition }) => definition.name),
    refused: [...found.refused, ...edited.refused.map(([, problem]) => problem)].map(
      ({ where }) => where?.subject ?? "",
    ),
    problems: edited.refused.map(([, problem]) => problem),
    isInSync: (name: string) => {
      const alert = byName.get(name);
      return alert !== undefined && changeOf(desiredOf(alert), live.get(name)).action === "unchanged";
    },
    lostLines: linesOf(project.raw.values()).filter((line) => !remaining.includes(line)),
    removedItems: removedItemsOf(edited.edited),
  };
}

function removedItemsOf(edits: readonly LiveEdit[]): number {
  return edits
    .flatMap(({ fields }) => fields)
    .reduce((sum, { to }) => sum + (typeof to === "object" ? to.length : 1), 0);
}
