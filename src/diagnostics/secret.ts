const placeholder = "[secret]";

/** A value that prints as `[secret]` in template strings, JSON, console and `util.inspect`. */
export class Secret {
  readonly #text: string;
  #pattern: RegExp | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret text. Use it only for request headers. */
  reveal(): string {
    return this.#text;
  }

  /**
   * Replaces every occurrence of the secret in an untrusted text, in any encoding: JSON and JavaScript, percent, HTML entities,
   * hexadecimal and base64. A base64 or hexadecimal encoding is also found inside the encoding of a longer text, such as a header.
   */
  redact(text: string): string {
    if (this.#text === "") return text;
    this.#pattern ??= encodedPattern(this.#text);
    return text.replace(this.#pattern, placeholder);
  }

  toString(): string {
    return placeholder;
  }

  toJSON(): string {
    return placeholder;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return placeholder;
  }
}

/** Matches the secret with each character in any encoding, and the encodings of the whole secret. */
function encodedPattern(secret: string): RegExp {
  const encodings = [secret, ...base64Encodings(secret)].map((text) =>
    Array.from(text, characterPattern).join(""),
  );
  const bytes = Array.from(Buffer.from(secret), (byte) => ignoreCase(byte.toString(16).padStart(2, "0")));
  const hex = bytes.length * 2 < minEncodedLength ? [] : [bytes.join(String.raw`[\s:,]?`)];
  return new RegExp([...encodings, ...hex].join("|"), "g");
}

const entityNames: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};

/** One character, with its escapes first. Percent signs and ampersands may be escaped again. */
function characterPattern(character: string): string {
  const code = character.charCodeAt(0);
  const hex = ignoreCase(code.toString(16).padStart(2, "0"));
  const name = entityNames[character];
  const entities = [`#0*${code}`, `#[xX]0*${hex}`, ...(name === undefined ? [] : [name])].join("|");
  const escapes = [
    `u00${hex}`,
    `u\\{0*${hex}\\}`,
    `x${hex}`,
    ...(/\w/.test(character) ? [] : [literalPattern(character)]),
  ];
  return `(?:%(?:25)*${hex}|&(?:amp;)*(?:${entities});?|\\\\{1,8}(?:${escapes.join("|")})|${literalPattern(character)})`;
}

function literalPattern(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function ignoreCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Shorter encodings occur in unrelated text. */
const minEncodedLength = 8;

/**
 * Base64 encodings of the text at each of the three byte alignments in a longer text. Characters that also encode neighboring bytes
 * are left out.
 */
function base64Encodings(text: string): string[] {
  const encodings = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const encoded = bytes
      .toString("base64")
      .slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return encodings.filter((encoding) => encoding.length >= minEncodedLength);
}

const codeHostToken =
  /^(?:(?:GITHUB|GITLAB|GH|GH_ENTERPRISE|CI_JOB)_TOKEN|CI_(?:REPOSITORY_URL|(?:REGISTRY|DEPLOY|DEPENDENCY_PROXY)_PASSWORD)|ACTIONS_\w+)$/i;

/** Whether GitHub or GitLab set the variable to one of their own tokens. The URL of the repository contains one. */
export function isCodeHostToken(variable: string): boolean {
  return codeHostToken.test(variable);
}
