/**
 * A value that must not be shown. It prints as `[secret]` wherever a value may be printed by accident:
 * in a template string, JSON, console or util.inspect. Only `reveal()` gives the text.
 */
const shown = "[secret]";

export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that needs it: the request header. */
  reveal(): string {
    return this.#text;
  }

  /**
   * `text` with every occurrence of this secret replaced, for what comes back from outside: escaped and encoded ones included,
   * also as part of a longer text in base64, such as that of a header.
   */
  redact(text: string): string {
    if (this.#text === "") return text;
    const escaped = encodeURIComponent(this.#text);
    const forms = [
      this.#text,
      JSON.stringify(this.#text).slice(1, -1),
      escaped,
      escaped.replace(/%../g, (one) => one.toLowerCase()),
      htmlEscaped(this.#text),
      ...base64Forms(this.#text),
    ];
    return forms.reduce((result, form) => result.split(form).join(shown), text);
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return shown;
  }
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A part of base64 that is shorter is in too many texts to say anything. */
const shortestEncoded = 8;

/** What base64 makes of the text wherever it begins in a longer one, without the characters that its neighbors have a share in. */
function base64Forms(text: string): string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const own = bytes
      .toString("base64")
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return forms.filter((form) => form.length >= shortestEncoded);
}
