/**
 * Exact numbers. Terraform's numbers have a precision of 512 bits, and JavaScript's of 53. So a number whose shortest JavaScript text has
 * another value is stored as decimal text in a canonical format.
 */

/** With more digits before or after the decimal point, the text has an exponent. */
const maxPlainDigits = 1100;

/** A number that handlers cannot receive exactly. Equal numbers have equal strings. */
export class Decimal {
  /** @param text canonical: no redundant zeros, "0" for zero, an exponent only for extreme numbers */
  constructor(readonly text: string) {}

  /** The nearest JavaScript number; infinite if out of range. */
  toNumber(): number {
    return Number(this.text);
  }
}

/** Parses a number in the formats of JSON and Terraform. @returns undefined for another text */
export function parseExactNumber(text: string): number | Decimal | undefined {
  const number = Number(text);
  if (String(number) === text && Number.isFinite(number)) return number;
  const exact = canonicalText(text);
  if (exact === undefined) return undefined;
  const nearest = Number(exact);
  return canonicalText(String(nearest)) === exact ? nearest : new Decimal(exact);
}

/** The exact value of a double, which differs from that of its shortest text. Undefined for NaN and infinities. */
export function exactDouble(value: number): number | Decimal | undefined {
  if (!Number.isFinite(value)) return undefined;
  let [numerator, halvings] = [value, 0];
  while (!Number.isInteger(numerator)) [numerator, halvings] = [numerator * 2, halvings + 1];
  // n / 2^h = n * 5^h / 10^h
  const digits = BigInt(numerator) * 5n ** BigInt(halvings);
  return parseExactNumber(`${digits.toString()}e-${halvings}`);
}

/** Canonical. @param value finite */
export function textOfNumber(value: number | Decimal): string {
  if (value instanceof Decimal) return value.text;
  const text = String(value);
  return text.includes("e") ? (canonicalText(text) ?? text) : text;
}

function canonicalText(text: string): string | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const leading = (whole + fraction).replace(/^0+/, "");
  const digits = withoutTrailingZeros(leading);
  if (digits === "") return whole + fraction === "" ? undefined : "0";
  const shift = Number(exponent) - fraction.length + leading.length - digits.length;
  return (sign === "-" ? "-" : "") + formatDigits(digits, shift);
}

/** The regular expression /0+$/ would take quadratic time for long sequences of zeros. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === "0") end -= 1;
  return digits.slice(0, end);
}

function formatDigits(digits: string, exponent: number): string {
  const point = digits.length + exponent;
  if (Math.abs(exponent) > maxPlainDigits) return `${digits}e${exponent}`;
  if (exponent >= 0) return digits + "0".repeat(exponent);
  if (point > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `0.${"0".repeat(-point)}${digits}`;
}
