/**
 * The manifest `.dbmon-export`: the file and the identifier of each exported alert, by ID. Later exports reuse them, so that a renamed
 * alert keeps its address in the state of Terraform.
 */
import { type Language } from "./export-types";
import { type Identifier } from "./identifiers";

/** Relative to the folder of the export. */
export const manifestPath = ".dbmon-export";

interface ManifestEntry {
  /** The name of the file without its extension. */
  readonly group: string;
  readonly identifier: Identifier;
}

/** By the ID of the alert. */
export type ManifestEntries = ReadonlyMap<number, ManifestEntry>;

const header = [
  "# Identifiers of exported alerts, by ID. dbmon export reuses them, even if an alert is renamed.",
  "# Commit this file with the code.",
];
const entryLine = /^([a-z]+) (\d{1,15}) ([a-z][a-z0-9-]*) ([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;

/** Ignores lines that are not entries of the language. */
export function parseManifest(text: string, language: Language): ManifestEntries {
  const entries = text.split("\n").flatMap((line): [number, ManifestEntry][] => {
    const [, lineLanguage, id, group, identifier] = entryLine.exec(line) ?? [];
    if (lineLanguage !== language || group === undefined || identifier === undefined) return [];
    return [[Number(id), { group, identifier: identifier.split("-") }]];
  });
  return new Map(entries);
}

/** @param previous the existing text, whose entries of other languages are copied */
export function formatManifest(previous: string, language: Language, entries: ManifestEntries): string {
  const otherLanguages = previous.split("\n").filter((line) => {
    const lineLanguage = entryLine.exec(line)?.[1];
    return lineLanguage !== undefined && lineLanguage !== language;
  });
  const lines = [...entries]
    .sort(([a], [b]) => a - b)
    .map(([id, { group, identifier }]) => `${language} ${id} ${group} ${identifier.join("-")}`);
  return [...header, ...lines, ...otherLanguages, ""].join("\n");
}
