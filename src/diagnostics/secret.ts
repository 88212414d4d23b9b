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

  /** `text` with every occurrence of this secret replaced, for what comes back from outside. */
  redact(text: string): string {
    return this.#text === "" ? text : text.split(this.#text).join(shown);
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
