/** Compares the output of a command with the lines that a guide shows. */

/**
 * @param expected lines of the guide; "..." matches any text within a line, and any lines if it is alone on a line
 * @returns the first expected line that does not follow the previous ones in the output
 */
export function firstMissing(expected: readonly string[], output: string): string | undefined {
  const lines = output.split("\n").map((line) => [plain(line), plain(withoutStack(line))]);
  let next = 0;
  for (const line of expected) {
    const linePattern = pattern(plain(line));
    const found = lines.findIndex(
      (forms, index) => index >= next && forms.some((printed) => linePattern.test(printed)),
    );
    if (found === -1) return line;
    next = plain(line) === "" || plain(line) === "..." ? next : found + 1;
  }
  return undefined;
}

/** Removes Terraform's frames and colors, and collapses spaces: column widths depend on other rows. */
function plain(line: string): string {
  return line
    .replace(/\u001b\[[\d;]*m/g, "")
    .replace(/[│╷╵]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** cdktf precedes each part of the output that it reads from terraform by the name of the stack. The parts depend on the time. */
function withoutStack(line: string): string {
  return line.replace(/\u001b\[[\d;]*m/g, "").replace(/^[\w-]+ {2,}/, "");
}

function pattern(line: string): RegExp {
  if (line === "") return /^/;
  const parts = line.split("...").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "u");
}
