/**
 * Stores numbers exactly. Terraform's numbers have a precision of 512 bits, and JavaScript's of 53. So numbers are stored as decimal
 * text in a canonical format.
 */

/** With more digits before or after the decimal point, the text has an exponent. */
const maxPlainDigits = 1100;

/** An exact number. Equal numbers have equal strings. */
export class Decimal {
  /** @param text canonical: no redundant zeros, "0" for zero, an exponent only for extreme numbers */
  private constructor(readonly text: string) {}

  /** Parses a number in the formats of JSON and Terraform. */
  static parse(text: string): Decimal | undefined {
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    if (match === null) return undefined;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
    if (whole === "" && fraction === "") return undefined;
    return new Decimal(canonical(sign === "-", whole + fraction, Number(exponent) - fraction.length));
  }

  /**
   * The exact value of a double. Terraform sends a double only for a number that it represents exactly. Undefined for NaN and
   * infinities.
   */
  static ofExactDouble(value: number): Decimal | undefined {
    if (!Number.isFinite(value)) return undefined;
    let [numerator, halvings] = [value, 0];
    while (!Number.isInteger(numerator)) [numerator, halvings] = [numerator * 2, halvings + 1];
    // n / 2^h = n * 5^h / 10^h
    const digits = BigInt(numerator) * 5n ** BigInt(halvings);
    return Decimal.parse(`${digits.toString()}e-${halvings}`);
  }

  /** The nearest JavaScript number; infinite if out of range. */
  toNumber(): number {
    return Number(this.text);
  }
}

function canonical(negative: boolean, rawDigits: string, rawExponent: number): string {
  const leading = rawDigits.replace(/^0+/, "");
  const digits = withoutTrailingZeros(leading);
  if (digits === "") return "0";
  const exponent = rawExponent + leading.length - digits.length;
  return (negative ? "-" : "") + formatDigits(digits, exponent);
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
