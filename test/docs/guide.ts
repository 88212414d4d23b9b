/** Parses a guide into steps: files to write, commands to run, and the output to expect. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export type Step =
  | { readonly kind: "file"; readonly line: number; readonly name: string; readonly text: string }
  | {
      readonly kind: "commands";
      readonly line: number;
      readonly text: string;
      /** Expected exit code of the last command. */
      readonly exit: number;
      /** Whether the command keeps running in another terminal after it has printed the expected lines. */
      readonly isBackground: boolean;
      /** Expected lines of output, in this order. Other lines may come between them. */
      readonly prints: readonly string[];
    };

const marker = /^<!-- (file|exit|other terminal)(?:: (.+))? -->$/;

/** The steps of docs/start.md, or of its first section, if the guide links to it. */
export function startSteps(guide: string, port: string): Step[] {
  const isWhole = /\]\((\.\.\/)?start\.md\)/.test(guide);
  if (!isWhole && !guide.includes("](../start.md#install)")) return [];
  const page = readFileSync(resolve(__dirname, "../../docs/start.md"), "utf8");
  const [install = ""] = page.split("\n## Connect\n");
  return readGuide((isWhole ? page : install).replaceAll("8080", port));
}

/** @throws Error with the line of a block that is not allowed (see guides.long.test.ts) */
export function readGuide(markdown: string): Step[] {
  const steps: Step[] = [];
  const lines = markdown.split("\n");
  let mark: RegExpExecArray | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    if (text.startsWith("<!--")) mark = marker.exec(text) ?? fail(index, `unknown marker: ${text}`);
    if (!text.startsWith("```")) {
      if (text !== "" && !text.startsWith("<!--")) mark = null;
      continue;
    }
    const end = lines.indexOf("```", index + 1);
    if (end === -1) fail(index, "the block is not closed");
    const block = lines.slice(index + 1, end).join("\n");
    addStep(steps, { language: text.slice(3), block, line: index + 1, name: mark?.[1], value: mark?.[2] });
    mark = null;
    index = end;
  }
  return steps;
}

interface Block {
  readonly language: string;
  readonly block: string;
  readonly line: number;
  readonly name: string | undefined;
  readonly value: string | undefined;
}

function addStep(steps: Step[], { language, block, line, name, value = "" }: Block): void {
  if (["terraform", "hcl", "ts", "js", "json", "yaml"].includes(language) && name === "file") {
    steps.push({ kind: "file", line, name: value, text: `${block}\n` });
  } else if (language === "sh" && name !== "file") {
    const exit = name === "exit" ? Number(value) : 0;
    const isBackground = name === "other terminal";
    steps.push({ kind: "commands", line, text: block, exit, isBackground, prints: [] });
  } else if (language === "text" && name === undefined) {
    const last = steps.pop();
    if (last?.kind !== "commands" || last.prints.length > 0)
      fail(line, "expected output without a command before it");
    else steps.push({ ...last, prints: block.split("\n") });
  } else {
    fail(line, `a ${language} block with marker ${name ?? "none"} is not allowed`);
  }
}

function fail(line: number, reason: string): never {
  throw new Error(`line ${String(line)}: ${reason}`);
}
