/** The message of a drill's event. It holds all that a later run needs to check a code. */
import { randomInt } from "node:crypto";
import * as z from "zod";
import { parseJson } from "../../../diagnostics";

/** Without characters that look alike. */
const characters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 6;

export interface DrillMessage {
  readonly key: string;
  readonly code: string;
  readonly names: readonly string[];
}

export function createCode(): string {
  return Array.from({ length: codeLength }, () => characters[randomInt(characters.length)]).join("");
}

/** As a person may type it. */
export function isCode(typed: string, code: string): boolean {
  return typed.replace(/[\s-]/g, "").toUpperCase() === code;
}

/** The code is at the start, because a destination may show only that. */
export function formatMessage({ key, code, names }: DrillMessage, starter: string, reason: string): string {
  return (
    `Fire drill ${key} of dbmon, no incident. Code: ${code}. Destinations: ${JSON.stringify(names)}. ` +
    `Started by ${starter}: ${reason}. Send ${starter} the code and the destination that showed it, ` +
    `or run: dbmon drill --resume ${key} --confirm NAME=${code}`
  );
}

const format =
  /^Fire drill ([0-9a-f]{4}) of dbmon, no incident\. Code: ([A-Z2-9]{6})\. Destinations: (\[(?:"(?:[^"\\]|\\.)*",?)+\])\. /;

/** @returns undefined for another message */
export function parseMessage(message: string): DrillMessage | undefined {
  const [, key = "", code = "", names = ""] = format.exec(message) ?? [];
  return key === "" ? undefined : { key, code, names: z.array(z.string()).parse(parseJson(names, "event")) };
}
