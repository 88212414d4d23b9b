/**
 * Finds the live alerts that files in the folder of an export already define. Exporting them again would define them twice.
 * Definitions files are parsed. Terraform and TypeScript code is searched for alerts whose name is a string literal.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findFiles } from "../../../definitions";
import { hasTemplateExpression, type Place, unescapeTemplate } from "../../../diagnostics";
import { detectOrigin, type Language } from "../../../export";
import { TextMap } from "../../../service";
import { type Target } from "../../framework/target";
import { loadWithoutStatus, placesOf } from "../../inputs/definitions";

/** A live alert that a file in the folder defines. */
export interface AlertInFile {
  readonly id: number;
  readonly name: string;
  readonly where: Place;
}

/** A larger file is not searched, because no person wrote it. */
const maxBytes = 1024 * 1024;
/** In characters, from the start of an alert to its name. */
const maxDistance = 2000;

const alertStarts = {
  hcl: {
    files: /\.tf$/,
    start: /^[ \t]*resource[ \t]+"dbmon_alert"/gm,
    name: /^[ \t]*name[ \t]*=[ \t]*("(?:[^"\\\n]|\\.)*")/m,
  },
  typescript: {
    files: /^(?!.*\.(?:test|spec|d)\.).*\.[cm]?[jt]s$/,
    start: /\bnew Alert\(/g,
    name: /\bname:[ \t]*("(?:[^"\\\n]|\\.)*")/,
  },
};

/**
 * Returns the places of the alerts by name, without those in files that an export has written.
 * @param exportedPaths paths of the files that the export would write, relative to the folder
 * @param target the environment whose values the definitions contain
 */
export function findDefinedAlerts(
  folder: string,
  language: Language,
  exportedPaths: readonly string[],
  target: Target | undefined,
): TextMap<Place> {
  const exported = new Set(exportedPaths.map((path) => join(folder, path)));
  const isOther = (file: string) => !exported.has(file) && detectOrigin(readText(file)) === "unknown";
  if (language === "yaml") {
    const files = findFiles([folder], []).map(({ file }) => file);
    const others = files.filter(isOther);
    const { alerts } = others.length === 0 ? { alerts: [] } : loadWithoutStatus(target, others);
    return placesOf(alerts);
  }
  const pattern = alertStarts[language];
  const others = listFiles(folder, pattern.files).filter(isOther);
  return new TextMap(others.flatMap((file) => searchCode(file, pattern)));
}

function listFiles(folder: string, names: RegExp): string[] {
  return listNames(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name))
    .filter((file) => {
      const stats = statSync(file, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size <= maxBytes;
    });
}

/** Returns nothing for a folder that cannot be read, which the export reports when it writes. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Returns nothing for a file that cannot be read, which a plan of the folder reports. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return "";
  }
}

function searchCode(
  file: string,
  { start, name }: { readonly start: RegExp; readonly name: RegExp },
): [string, Place][] {
  const text = readText(file);
  const starts = Array.from(text.matchAll(start), ({ index }) => index);
  let line = 1;
  return starts.flatMap((from, index): [string, Place][] => {
    line += countLineBreaks(text.slice(starts[index - 1] ?? 0, from));
    const end = Math.min(starts[index + 1] ?? text.length, from + maxDistance);
    const literal = name.exec(text.slice(from, end))?.[1];
    const value = literal === undefined ? undefined : parseLiteral(literal);
    return value === undefined ? [] : [[value, { file, line }]];
  });
}

function countLineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

/** @returns undefined if the literal is not a constant */
function parseLiteral(literal: string): string | undefined {
  if (hasTemplateExpression(literal)) return undefined;
  try {
    return unescapeTemplate(String(JSON.parse(literal)));
  } catch {
    return undefined;
  }
}
