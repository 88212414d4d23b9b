/** Lengths of time in the format of Terraform and Go: "60s", "5m", "1h30m", "500ms". */
const unitsInMs: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

/** @returns milliseconds */
export function parseTimeSpan(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)];
  return parts.reduce((total, [, amount, unit = ""]) => total + Number(amount) * (unitsInMs[unit] ?? 0), 0);
}

/** For example `5m` or `1h30m`. */
export function formatTimeSpan(milliseconds: number): string {
  let rest = milliseconds;
  const parts = Object.entries(unitsInMs).map(([unit, length]) => {
    const amount = unit === "ms" ? rest : Math.floor(rest / length);
    rest -= amount * length;
    return amount === 0 ? "" : `${amount}${unit}`;
  });
  return parts.join("") || "0s";
}
