/** The headers of a response, decoded on demand: few are read. */
export class ResponseHeaders {
  readonly #pairs: readonly Buffer[];

  /** @param pairs names and values by turns */
  constructor(pairs: readonly Buffer[]) {
    this.#pairs = pairs;
  }

  /** The first value of the header. @param name in lower case */
  get(name: string): string | undefined {
    return this.getAll(name)[0];
  }

  /** @param name in lower case */
  getAll(name: string): string[] {
    const values: string[] = [];
    for (let index = 0; index < this.#pairs.length; index += 2) {
      const [key, value] = [this.#pairs[index], this.#pairs[index + 1]];
      if (key?.length === name.length && key.toString("latin1").toLowerCase() === name)
        values.push(value?.toString("latin1") ?? "");
    }
    return values;
  }
}
