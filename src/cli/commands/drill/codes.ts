/** Codes that people read in destinations and type. */
import { formatCount, quote } from "../../../diagnostics";
import { formatTimestamp } from "../../../service";
import { type CliContext } from "../../framework/context";
import { type DrilledDestination } from "./document";
import { isCode } from "./message";

export type Evidence = Pick<DrilledDestination, "result" | "how" | "seconds" | "detail">;

export interface ExpectedCode {
  readonly code: string;
  readonly codes: ReadonlyMap<string, string>;
  /** When the event was created, in Unix milliseconds. */
  readonly sentAt: number;
}

const maxAnswers = 3;

/** @returns undefined without a terminal, or if the user ends input */
export async function askForCode(
  { prompt, err }: Pick<CliContext, "prompt" | "err">,
  name: string,
  expected: ExpectedCode,
): Promise<Evidence | undefined> {
  for (let answers = 1; ; answers++) {
    const typed = await prompt?.(`Which code did ${quote(name)} receive? (Enter: not received)`);
    if (typed === undefined) return undefined;
    const evidence = judgeCode(typed, expected);
    if (evidence.result === "delivered" || typed === "" || answers === maxAnswers) return evidence;
    err(`The destination ${evidence.detail}.`);
  }
}

/** @param by the user who wrote the code in a comment. Default: a person at this command */
export function judgeCode(typed: string, { code, codes, sentAt }: ExpectedCode, by?: string): Evidence {
  if (isCode(typed, code) && by !== undefined)
    return { result: "delivered", how: "person", detail: `to ${quote(by)}, who wrote the code in a comment` };
  if (isCode(typed, code)) {
    const { seconds, text } = since(sentAt, Date.now());
    return {
      result: "delivered",
      how: "person",
      seconds,
      detail: `to a person, who entered the code ${text} after the event`,
    };
  }
  const [, other] = [...codes].find(([one]) => isCode(typed, one)) ?? [];
  const detail =
    typed === ""
      ? "did not receive the code"
      : other === undefined
        ? "received another code than that of this drill"
        : `received the code of ${quote(other)}: the two may be swapped`;
  return { result: "not confirmed", detail };
}

export function notAsked(sentAt: number): Evidence {
  return {
    result: "not asked",
    detail: `should have a code since ${formatTimestamp(sentAt)}, which nobody entered`,
  };
}

export function since(start: number, end: number): { readonly seconds: number; readonly text: string } {
  const seconds = Math.max(0, Math.round((end - start) / 1000));
  return { seconds, text: formatCount(seconds, "second") };
}
