/** A guide as a list of what its reader does: files that he writes, commands that he runs, and what they print. */

export type Step =
  | { readonly kind: "file"; readonly line: number; readonly name: string; readonly text: string }
  | {
      readonly kind: "commands";
      readonly line: number;
      readonly text: string;
      /** What the last command ends with. */
      readonly exit: number;
      /** Left running in another terminal, once it has printed what the guide shows. */
      readonly isBackground: boolean;
      /** The lines that it prints among others, in this order. */
      readonly prints: readonly string[];
    };

export interface Section {
  /** Empty for what comes before the first heading. */
  readonly heading: string;
  readonly steps: readonly Step[];
}

const marker = /^<!-- (file|exit|other terminal)(?:: (.+))? -->$/;

/** @throws Error with the line of a block that the convention does not allow */
export function readGuide(markdown: string): Section[] {
  const sections: { heading: string; steps: Step[] }[] = [{ heading: "", steps: [] }];
  const lines = markdown.split("\n");
  let mark: RegExpExecArray | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] ?? "";
    const heading = /^## (.+)$/.exec(text)?.[1];
    if (heading !== undefined) sections.push({ heading, steps: [] });
    if (text.startsWith("<!--")) mark = marker.exec(text) ?? failed(index, `no such marker: ${text}`);
    if (!text.startsWith("```")) {
      if (text !== "" && !text.startsWith("<!--")) mark = null;
      continue;
    }
    const end = lines.indexOf("```", index + 1);
    if (end === -1) failed(index, "the block has no end");
    const block = lines.slice(index + 1, end).join("\n");
    const steps = sections.at(-1)?.steps ?? [];
    addStep(steps, { language: text.slice(3), block, line: index + 1, name: mark?.[1], value: mark?.[2] });
    mark = null;
    index = end;
  }
  return sections;
}

interface Block {
  readonly language: string;
  readonly block: string;
  readonly line: number;
  readonly name: string | undefined;
  readonly value: string | undefined;
}

function addStep(steps: Step[], { language, block, line, name, value = "" }: Block): void {
  if (["terraform", "ts", "js", "json", "yaml"].includes(language) && name === "file") {
    steps.push({ kind: "file", line, name: value, text: `${block}\n` });
  } else if (language === "sh" && name !== "file") {
    const exit = name === "exit" ? Number(value) : 0;
    const isBackground = name === "other terminal";
    steps.push({ kind: "commands", line, text: block, exit, isBackground, prints: [] });
  } else if (language === "text" && name === undefined) {
    const last = steps.pop();
    if (last?.kind !== "commands" || last.prints.length > 0) failed(line, "no command prints this");
    else steps.push({ ...last, prints: block.split("\n") });
  } else {
    failed(line, `a block of ${language} with the marker ${name ?? "none"} is neither run nor written`);
  }
}

function failed(line: number, why: string): never {
  throw new Error(`line ${String(line)}: ${why}`);
}
