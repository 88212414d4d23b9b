/** RFC 3339 timestamps with a zone. Date.parse alone also accepts other formats, and nonexistent dates such as February 30. */

const rfc3339 =
  /^(\d{4}-\d{2}-(\d{2}))[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** For JSON schemas. It accepts nonexistent dates. */
export const timestampPattern = rfc3339.source;

/** The years 0000 to 9999 in UTC, in Unix milliseconds. */
const [minTime, maxTime] = [Date.parse("0000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** @returns Unix milliseconds; undefined if the text is not an RFC 3339 time with a zone, in the years 0000 to 9999 of UTC */
export function parseTimestamp(text: string): number | undefined {
  const [, date = "", day] = rfc3339.exec(text) ?? [];
  // Date.parse reads 2026-02-30 as a date in March.
  if (new Date(`${date}T00:00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const time = Date.parse(text.replace(" ", "T").toUpperCase());
  return time >= minTime && time <= maxTime ? time : undefined;
}

/** RFC 3339 in UTC, without a fraction that is zero: `2090-12-24T08:00:00Z`. */
export function formatTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

/** How to turn the text into an RFC 3339 time with a zone. */
export function timestampRemedy(text: string): string {
  if (rfc3339.test(text)) return "Use an existing date in the years 0000 to 9999.";
  if (/^\d{9,11}$/.test(text)) return `Write the time: ${formatTimestamp(Number(text) * 1000)}.`;
  const forms: readonly (readonly [pattern: RegExp, remedy: string])[] = [
    [/^\d{4}-\d{2}-\d{2}$/, `Add a time and a zone: ${text}T08:00:00Z.`],
    [/^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}$/, `Add the seconds and a zone: ${text}:00Z.`],
    [
      /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/,
      `Add the zone: ${text}Z for UTC, or an offset such as +01:00.`,
    ],
    [
      /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?:[Zz]|[+-]\d{2}:\d{2})$/,
      `Add the seconds: ${text.slice(0, 16)}:00${text.slice(16)}.`,
    ],
    [
      /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?[+-]\d{2}(?:\d{2})?$/,
      `Write the hours and minutes of the offset: ${text.replace(/([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes = "00") => `${hours}:${String(minutes)}`)}.`,
    ],
    [
      /:60(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})$/,
      "Leap seconds are not supported. Write the second after it.",
    ],
  ];
  const example = "Write a time with a zone, for example 2090-12-24T08:00:00Z.";
  return forms.find(([pattern]) => pattern.test(text))?.[1] ?? example;
}

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
  if (!/^(?:\d{1,30}(?:\.\d{1,30})?(?:ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)\.?(\d*)(ms|s|m|h|d)/g)];
  // Exact, unlike 1.1 * 3,600,000: only the division can round.
  return parts.reduce((total, [, whole = "", fraction = "", unit = ""]) => {
    return total + (Number(whole + fraction) * (unitsInMs[unit] ?? 0)) / 10 ** fraction.length;
  }, 0);
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
