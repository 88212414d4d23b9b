/** The IDs that an export recorded beside its definitions. They prove that an alert was renamed in the service. */
import { basename, dirname, join } from "node:path";
import { groupBy } from "../../diagnostics";
import { idsOfDefinitions, manifestPath } from "../../export";
import { type AlertDefinition } from "../../reconcile";
import { TextMap } from "../../service";
import { readRegularFile } from "../framework/files";
import { type Target } from "../framework/target";

/** Empty for definitions of several environments, because the IDs are those of one. */
export function findExportedIds(
  target: Target | undefined,
  alerts: readonly AlertDefinition[],
): TextMap<number> {
  if (target !== undefined && target.config.environments.length > 1) return new TextMap();
  const byFile = groupBy(alerts, ({ place: { file = "" } }) => file);
  const manifests = groupBy([...byFile.keys()], (file) => dirname(file));
  return new TextMap(
    [...manifests].flatMap(([folder, files]) => {
      const manifest = readManifest(join(folder, manifestPath));
      return files.flatMap((file) => {
        const names = (byFile.get(file) ?? []).map(({ name }) => name);
        return idsOfDefinitions(manifest, basename(file).replace(/\.ya?ml$/, ""), names);
      });
    }),
  );
}

/** Without a readable manifest, nothing is proven. */
function readManifest(file: string): string {
  try {
    return readRegularFile(file) ?? "";
  } catch {
    return "";
  }
}
