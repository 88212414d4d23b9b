/** The name that an alert has for the meantime, while renames go round in a circle. */
import { createHash } from "node:crypto";

const prefix = "dbmon-rename-";

/** A name that only an interrupted circle of renames leaves behind, so that the next run knows whose it is. */
export function interimName(name: string): string {
  return `${prefix}${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
}

/** Whether it can be an interim name: without one, nobody's has to be computed. */
export function mayBeInterim(name: string): boolean {
  return name.startsWith(prefix);
}
