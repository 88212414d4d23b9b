/** Durations in the format of Terraform and Go: "60s", "2m", "500ms", "1m30s". */
const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** @returns milliseconds, or undefined if the text is not a duration */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((total, [, amount, unit]) => total + Number(amount) * (units[unit ?? ""] ?? 0), 0);
}

export function checkDuration(text: string): string | undefined {
  if (parseDuration(text) !== undefined) return undefined;
  return `${JSON.stringify(text)} is not a duration. Use a number with a unit, for example "60s", "2m" or "500ms".`;
}
