/** The alerts that a run of Terraform refuses, as its errors describe them. */

export interface Refusal {
  /**
   * - `creation`: an alert with this name already exists. The error shows an import block.
   * - `managed`: with existing_alerts = adopt, another resource manages the alert with the name of a new one.
   * - `rename`: another alert has the new name.
   * - `mismatch`: someone changed both the name and the configuration of an alert. The error says to import it again.
   */
  readonly kind: "creation" | "managed" | "rename" | "mismatch";
  /** The name that is refused. */
  readonly name: string;
  /** Of the live alert that has the name, or that does not match. */
  readonly id: number;
}

const patterns: readonly (readonly [Refusal["kind"], RegExp])[] = [
  ["creation", /"([^"]*)": an alert with this name already exists \(id (\d+)\)/],
  ["managed", /"([^"]*)": another resource manages the alert that is listed with this name \(id (\d+)\)/],
  ["managed", /"([^"]*)": another resource adopts the alert of this resource \(id (\d+)\)/],
  ["rename", /"([^"]*)": another alert has this name \(id (\d+)\)/],
  ["rename", /"([^"]*)": name: The name is still held by another alert \(id (\d+)\)/],
  [
    "mismatch",
    /"([^"]*)": .* remove it from the state \(terraform state rm\) and import it by its id, (\d+)/,
  ],
];

export function refusalsOf(output: string): Refusal[] {
  return errorsOf(output).flatMap((error) => refusalOf(error) ?? []);
}

/**
 * A refused creation must show the import block, and if the plan failed, each refused name must say how to destroy. A mismatch has another remedy, because
 * the alert may belong to another environment: to remove it from the state.
 */
export function* checkErrors(output: string): Generator<string> {
  const hasPlanFailed = /Planning failed|planned the following actions, but then encountered/.test(output);
  for (const error of errorsOf(output)) {
    const refusal = refusalOf(error);
    if (refusal === undefined) continue;
    if (refusal.kind === "creation" && !error.includes(importBlockOf(refusal)))
      yield `the error has no import block for the alert ${refusal.id}: ${error}`;
    if (refusal.kind !== "mismatch" && hasPlanFailed && !error.includes("terraform destroy -refresh=false"))
      yield `the error does not say how to destroy: ${error}`;
  }
}

function importBlockOf({ id }: Refusal): string {
  return `import { to = dbmon_alert.NAME id = "${String(id)}" }`;
}

/** The errors without warnings, boxes and line breaks. */
function errorsOf(output: string): string[] {
  const [, ...diagnostics] = output.split(/^(?=[│╷\s]*(?:Error|Warning): )/m);
  return diagnostics
    .map((text) => text.replace(/[│╷╵]/g, " ").replace(/\s+/g, " ").trim())
    .filter((text) => text.startsWith("Error: "));
}

function refusalOf(error: string): Refusal | undefined {
  for (const [kind, pattern] of patterns) {
    const [, name, id] = pattern.exec(error) ?? [];
    if (name !== undefined) return { kind, name, id: Number(id) };
  }
  return undefined;
}
