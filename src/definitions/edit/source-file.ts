/** A file to edit, with the uses of its values. */
import { countLeading, formatPlace, type Place } from "../../diagnostics";
import { type DefinitionScope } from "../scope";
import { isJson } from "../parse-definitions-file";
import {
  alertsOfSource,
  findContainers,
  findSlot,
  findUses,
  type SourceAlert,
  type Use,
} from "./find-values";
import { parseSource, type SourceNode } from "./source-tree";
import { type SourceText } from "./write-values";

export interface SourceFile extends SourceText {
  readonly file: string;
  readonly root: SourceNode | undefined;
  readonly uses: ReadonlyMap<SourceNode, readonly Use[]>;
  /** The indexes of the alerts that contain each mapping and sequence. */
  readonly containers: ReadonlyMap<SourceNode, ReadonlySet<number>>;
  /** The alert that starts at a place. */
  readonly alertAt: (place: Place) => SourceAlert | undefined;
  /** `alerts.yaml:12:5`, of an offset. */
  readonly placeAt: (offset: number) => string;
  readonly placeOfAlert: (index: number) => string;
}

/** @param scopes the environments of its alerts */
export function sourceFileOf(file: string, text: string, scopes: readonly DefinitionScope[]): SourceFile {
  const root = parseSource(text);
  const alerts = alertsOfSource(root);
  const list = findSlot(root, "alerts")?.node;
  const starts = list?.kind === "sequence" ? list.items.map(({ start }) => start) : [];
  const lines = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const indexByStart = new Map(starts.map((start, index) => [start, index]));
  const byIndex = new Map(alerts.map((alert) => [alert.index, alert]));
  const placeAt = (offset: number) => {
    const line = countLeading(lines, (start) => start <= offset);
    return formatPlace({ file, line, column: offset - (lines[line - 1] ?? 0) + 1 });
  };
  return {
    file,
    text,
    isJson: isJson(file),
    root,
    uses: findUses(file, alerts, scopes),
    containers: findContainers(alerts),
    alertAt: ({ line = 0, column = 0 }) => {
      const index = indexByStart.get((lines[line - 1] ?? 0) + column - 1);
      return index === undefined ? undefined : byIndex.get(index);
    },
    placeAt,
    placeOfAlert: (index) => placeAt(starts[index] ?? 0),
  };
}
