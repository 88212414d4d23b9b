/** Choices that look like chance and are the same each time: they come from a hash of what they are for. */
import { createHash } from "node:crypto";

type Part = string | number;

/** 64 hexadecimal digits. */
export function hashOf(...parts: readonly Part[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** A whole number from 0 up to, and not including, the bound. */
export function numberBelow(bound: number, ...parts: readonly Part[]): number {
  return Number.parseInt(hashOf(...parts).slice(0, 12), 16) % bound;
}

export function oneOf<T>(choices: readonly [T, ...T[]], ...parts: readonly Part[]): T {
  return choices[numberBelow(choices.length, ...parts)] ?? choices[0];
}
