/** Describes a sequence step by step, so that a failure can be understood without running it again. */
import { addressOf, type Desired } from "./configuration";
import { type Moment } from "./invariants";
import { describeContent } from "./manual-edits";
import { type Sequence } from "./sequence";
import { type SequenceWorld, type TerraformResult } from "./world";

/** Disturbed calls to show for each run. */
const maxInjected = 8;

export class Transcript {
  readonly #lines: string[] = [];

  get text(): string {
    return this.#lines.join("\n");
  }

  add(line: string): void {
    this.#lines.push(`  ${line}`);
  }

  describeService({ uniqueNames, staleSeconds, existingAlerts, remedy, slow }: Sequence): void {
    this.#lines.push(
      `${uniqueNames ? "unique" : "shared"} names, reads stale for ${staleSeconds} s, ` +
        `existing_alerts = "${existingAlerts}", remedy: ${remedy}, "later" depends on a slow ${slow}`,
    );
  }

  beginStep(name: number | string): void {
    this.#lines.push(typeof name === "number" ? `step ${name}` : name);
  }

  describeDesired({ alerts, list }: Desired): void {
    this.add("configuration:");
    for (const [key, alert] of alerts)
      this.add(`  ${addressOf(key)} = "${alert.name}" ${describeContent(alert)}`);
    const [first] = list;
    if (first !== undefined)
      this.add(
        `  dbmon_alert.list = "${first.name}" to "${list.at(-1)?.name ?? ""}" (${list.length} alerts)`,
      );
  }

  describeRun(args: readonly string[], { code, output }: TerraformResult, world: SequenceWorld): void {
    this.add(`terraform ${args.join(" ")}: ${code === null ? "killed" : `exit code ${code}`}`);
    for (const injected of world.injected.slice(0, maxInjected)) this.add(`  disturbed: ${injected}`);
    if (world.injected.length > maxInjected)
      this.add(`  disturbed: ${world.injected.length - maxInjected} more calls`);
    if (world.committed.length > 0) this.add(`  writes: ${world.committed.join(", ")}`);
    for (const line of code === 0 ? [] : relevantLines(output)) this.add(`  | ${line}`);
  }

  describeMoment({ live, state }: Moment): void {
    const addressOf = (id: number) =>
      state
        .filter((entry) => entry.id === id)
        .map(({ address, isTainted }) => address + (isTainted ? " (tainted)" : ""))
        .join(" and ");
    for (const [id, { settings, config }] of live) {
      const address = addressOf(id);
      this.add(
        `  ${id} "${settings.name}" ${address === "" ? "unmanaged" : address}${config === null ? ", incomplete" : ""}`,
      );
    }
    for (const { id, address } of state)
      if (!live.has(id)) this.add(`  ${id} deleted, but ${address} has it`);
  }
}

/** Without planned values, empty lines, and the warning about development overrides, which every run prints. */
function relevantLines(output: string): string[] {
  const relevant = output
    .replace(/Warning: Provider development overrides[\s\S]*?published\s+.*releases\./, "")
    .replace(/(Terraform|OpenTofu) used the selected providers[\s\S]*?(?=^Plan: )/m, "");
  return relevant.split("\n").filter((line) => /[^\s│╷╵]/.test(line));
}
