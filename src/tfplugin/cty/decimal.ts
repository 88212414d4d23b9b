/**
 * Terraform's numbers have 512 bits of precision; a JavaScript number has 53. Between decoding and encoding a number
 * is therefore kept as decimal text, in one canonical form, so that equal numbers have equal texts.
 */

/** Beyond this many digits before or after the point the text uses an exponent. */
const plainDigits = 1100;

/** An exact number. Immutable; compare with `equals`. */
export class Decimal {
  /** Canonical: no superfluous zeros, "0" for zero, an exponent only for extreme numbers. */
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Reads a number as JSON and Terraform write it; undefined when the text is none. */
  static parse(text: string): Decimal | undefined {
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    if (match === null) return undefined;
    const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
    if (whole === "" && fraction === "") return undefined;
    return new Decimal(canonical(sign === "-", whole + fraction, Number(exponent) - fraction.length));
  }

  static ofBigInt(value: bigint): Decimal {
    const digits = (value < 0n ? -value : value).toString();
    return new Decimal(canonical(value < 0n, digits, 0));
  }

  /** The number as a person would write it: 0.1 for the double nearest to 0.1. Undefined for NaN and infinities. */
  static ofNumber(value: number): Decimal | undefined {
    return Number.isFinite(value) ? Decimal.parse(String(value)) : undefined;
  }

  /**
   * Every digit of a double. What comes as a double on the wire is exactly that double: Terraform sends text for
   * whatever is not. Undefined for NaN and infinities.
   */
  static ofExactDouble(value: number): Decimal | undefined {
    if (!Number.isFinite(value)) return undefined;
    let [numerator, halvings] = [value, 0];
    while (!Number.isInteger(numerator)) [numerator, halvings] = [numerator * 2, halvings + 1];
    // n / 2^h = n * 5^h / 10^h
    const digits = BigInt(numerator) * 5n ** BigInt(halvings);
    return Decimal.parse(`${digits.toString()}e-${halvings}`);
  }

  /** The nearest JavaScript number; infinite when beyond its range. */
  toNumber(): number {
    return Number(this.text);
  }

  equals(other: Decimal): boolean {
    return this.text === other.text;
  }
}

function canonical(negative: boolean, rawDigits: string, rawExponent: number): string {
  const leading = rawDigits.replace(/^0+/, "");
  const digits = withoutTrailingZeros(leading);
  if (digits === "") return "0";
  const exponent = rawExponent + leading.length - digits.length;
  return (negative ? "-" : "") + layOut(digits, exponent);
}

/** Not by /0+$/, which looks anew from each zero of a long row that does not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === "0") end -= 1;
  return digits.slice(0, end);
}

function layOut(digits: string, exponent: number): string {
  const point = digits.length + exponent;
  if (Math.abs(exponent) > plainDigits) return `${digits}e${exponent}`;
  if (exponent >= 0) return digits + "0".repeat(exponent);
  if (point > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `0.${"0".repeat(-point)}${digits}`;
}
