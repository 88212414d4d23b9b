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

  /** `text` with every occurrence of this secret replaced, escaped ones included, for what comes back from outside. */
  redact(text: string): string {
    if (this.#text === "") return text;
    const forms = [this.#text, JSON.stringify(this.#text).slice(1, -1), encodeURIComponent(this.#text)];
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
