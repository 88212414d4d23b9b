/**
 * What an export has called each alert and where it put it, kept beside the code: an alert that is renamed in the service, or is no
 * longer alone with how its name begins, stays at its address in Terraform's state.
 */
import { type Language } from "./environment";

/** Of the file, in the folder of the export. */
export const recordPath = ".dbmon-export";

export interface RecordedPlace {
  /** Name of the file without its ending. */
  readonly group: string;
  readonly words: readonly string[];
}

/** By the ids of alerts. */
export type RecordedPlaces = ReadonlyMap<number, RecordedPlace>;

const head = [
  "# What dbmon export has called each alert, by its id: so it goes on, whatever the alert is renamed to.",
  "# Commit it with the code.",
];
const line = /^([a-z]+) (\d{1,15}) ([a-z][a-z0-9-]*) ([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/** @param text of the file; what is no line of it says nothing */
export function readRecord(text: string, language: Language): RecordedPlaces {
  const places = text.split("\n").flatMap((one): [number, RecordedPlace][] => {
    const [, of, id, group, identifier] = line.exec(one) ?? [];
    if (of !== language || group === undefined || identifier === undefined) return [];
    return [[Number(id), { group, words: identifier.split("-") }]];
  });
  return new Map(places);
}

/** @param before text of the file; what it says of other languages stays */
export function recordText(before: string, language: Language, places: RecordedPlaces): string {
  const others = before.split("\n").filter((one) => {
    const of = line.exec(one)?.[1];
    return of !== undefined && of !== language;
  });
  const own = [...places]
    .sort(([one], [other]) => one - other)
    .map(([id, { group, words }]) => `${language} ${id} ${group} ${words.join("-")}`);
  return [...head, ...own, ...others, ""].join("\n");
}
