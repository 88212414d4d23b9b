/** The names that the options of alerts have in code: how often they fire, and how long a trigger is exceeded. */
import { type Offered, type WholeAlert } from "./environment";
import { uniqueWords } from "./words";

export interface NamedOption {
  readonly id: number;
  readonly name: string;
  readonly words: readonly string[];
}

/** Those in use that the service has a name for, by their ids. The others are numbers in code. */
export type NamedOptions = ReadonlyMap<number, NamedOption>;

export function policiesOf(alerts: readonly WholeAlert[], offered: readonly Offered[]): NamedOptions {
  return namedOptions(
    alerts.map(({ alert }) => alert.policy),
    offered,
    "policy",
  );
}

export function durationsOf(alerts: readonly WholeAlert[], offered: readonly Offered[]): NamedOptions {
  const used = alerts.flatMap(({ config: { condition } }) =>
    condition.kind === "threshold" ? [condition.duration] : [],
  );
  return namedOptions(used, offered, "duration");
}

function namedOptions(ids: readonly number[], offered: readonly Offered[], noun: string): NamedOptions {
  const names = new Map(offered.map(({ id, name }) => [id, name?.trim() ?? ""]));
  const named = [...new Set(ids)]
    .map((id) => ({ id, text: names.get(id) ?? "" }))
    .filter(({ text }) => text !== "" && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text))
    .sort((a, b) => a.id - b.id);
  const words = uniqueWords(named, noun);
  return new Map(named.map(({ id, text }) => [id, { id, name: text, words: words.get(id) ?? [noun] }]));
}
