/** Finds host types, categories and metrics that are probably misspelled, because other alerts use a similar name. */
import { didYouMean, findRareNames, quote } from "../../diagnostics";
import { type AlertFinding } from "./finding";
import { type PartialAlert } from "./rules";
import { suggestCategory } from "../event";
import { suggestHostType } from "../host";
import { suggestMetricName } from "./metric-names";
import { includesText } from "../text";
import { knownCategories, knownHostTypes, knownMetrics, otherDatabaseTypes } from "../vocabulary";

/** A probable mistake in one of several alerts. */
export interface RareNameFinding extends AlertFinding {
  /** Index of the alert. */
  readonly alert: number;
}

interface NameField {
  readonly field: readonly string[];
  readonly isList: boolean;
  readonly namesOf: (alert: PartialAlert) => readonly string[];
  /** Names of the service, which are correct in any number of alerts. */
  readonly known: readonly string[];
  /** Finds a mistake that `checkAlert` reports already. */
  readonly suggest: (name: string) => unknown;
}

const fields: readonly NameField[] = [
  {
    field: ["host_types"],
    isList: true,
    namesOf: ({ host_types = [] }) => host_types,
    known: [...knownHostTypes, ...otherDatabaseTypes],
    suggest: suggestHostType,
  },
  {
    field: ["event", "categories"],
    isList: true,
    namesOf: ({ categories = [] }) => categories,
    known: knownCategories,
    suggest: suggestCategory,
  },
  {
    field: ["threshold", "metric"],
    isList: false,
    namesOf: ({ metric }) => (metric === undefined ? [] : [metric]),
    known: knownMetrics,
    suggest: suggestMetricName,
  },
];

/**
 * Returns a warning for each name that only one alert uses, and that differs in one letter from a name of other alerts. The work is
 * linear in the number of names.
 */
export function checkRareNames(alerts: readonly PartialAlert[]): RareNameFinding[] {
  return fields.flatMap(({ field, isList, namesOf, known, suggest }) =>
    findRareNames(alerts.map(namesOf))
      .filter(({ name }) => !includesText(known, name) && suggest(name) === undefined)
      .map(({ list, index, name, similar, others }): RareNameFinding => {
        const users = others.length === 1 ? "another alert uses" : `${others.length} other alerts use`;
        return {
          alert: list,
          rule: "name",
          severity: "warning",
          field,
          ...(isList ? { index } : {}),
          what: `${quote(name)} is probably misspelled: ${users} ${quote(similar)}`,
          remedy: didYouMean([similar]),
        };
      }),
  );
}
