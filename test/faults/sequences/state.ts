/** The alerts in Terraform's state file. */

export interface StateEntry {
  readonly id: number;
  readonly address: string;
  readonly isTainted: boolean;
  readonly kind: "event" | "threshold" | undefined;
}

/** The format of Terraform's state file. */
interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly mode: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: number | string;
      readonly status?: string;
      readonly deposed?: string;
      readonly attributes: { readonly id: string; readonly event: unknown; readonly threshold: unknown };
    }[];
  }[];
}

/** @param text undefined before the first apply */
export function readState(text: string | undefined): StateEntry[] {
  if (text === undefined) return [];
  const { resources } = JSON.parse(text) as StateFile;
  return resources
    .filter(({ type, mode }) => type === "dbmon_alert" && mode === "managed")
    .flatMap(({ type, name, instances }) =>
      instances.map(({ index_key, status, deposed, attributes }) => ({
        id: Number(attributes.id),
        address:
          `${type}.${name}${index_key === undefined ? "" : `[${JSON.stringify(index_key)}]`}` +
          (deposed === undefined ? "" : ` (deposed ${deposed})`),
        isTainted: status === "tainted",
        kind: attributes.event !== null ? "event" : attributes.threshold !== null ? "threshold" : undefined,
      })),
    );
}
