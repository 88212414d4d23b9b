const placeholder = "[secret]";

/** A value that prints as `[secret]` in template strings, JSON, console and `util.inspect`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the secret text. Use it only for request headers. */
  reveal(): string {
    return this.#text;
  }

  /**
   * Replaces every occurrence of the secret in a text from outside, including JSON, URL, HTML and base64 encodings of it. A base64
   * encoding is also found inside the encoding of a longer text, such as a header.
   */
  redact(text: string): string {
    if (this.#text === "") return text;
    const urlEncoded = encodeURIComponent(this.#text);
    const encodings = [
      this.#text,
      JSON.stringify(this.#text).slice(1, -1),
      urlEncoded,
      urlEncoded.replace(/%../g, (escape) => escape.toLowerCase()),
      htmlEscaped(this.#text),
      ...base64Encodings(this.#text),
    ];
    return encodings.reduce((result, encoding) => result.split(encoding).join(placeholder), text);
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

function htmlEscaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
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
