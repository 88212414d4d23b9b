/** Whether a command printed what a guide says that it prints: the essential lines, in their order. */

/**
 * @param shown lines as the guide shows them; "..." in a line or as a line stands for anything
 * @returns the first line that is not in the output after those before it
 */
export function firstMissing(shown: readonly string[], output: string): string | undefined {
  const lines = output.split("\n").map(plain);
  let next = 0;
  for (const line of shown) {
    const wanted = pattern(plain(line));
    const found = lines.findIndex((printed, index) => index >= next && wanted.test(printed));
    if (found === -1) return line;
    next = plain(line) === "" || plain(line) === "..." ? next : found + 1;
  }
  return undefined;
}

/** Without Terraform's boxes and colors; how wide its columns are depends on what stands beside them. */
function plain(line: string): string {
  return line
    .replace(/\u001b\[[\d;]*m/g, "")
    .replace(/[│╷╵]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function pattern(line: string): RegExp {
  if (line === "") return /^/;
  const parts = line.split("...").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "u");
}
