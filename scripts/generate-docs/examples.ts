/** Reads the examples for the reference, such as examples/terraform/resources/dbmon_alert/main.tf. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Example {
  readonly configuration: string | undefined;
  /** Contents of import*.tf. */
  readonly importBlocks: readonly string[];
  /** Contents of import*.sh. */
  readonly importCommands: readonly string[];
}

export class Examples {
  readonly #folder: string;
  readonly #missing: string[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Requested examples without a configuration. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  read(name: string): Example {
    const files = existsSync(join(this.#folder, name)) ? readdirSync(join(this.#folder, name)).sort() : [];
    const strings = (pattern: RegExp) =>
      files
        .filter((file) => pattern.test(file))
        .map((file) => readFileSync(join(this.#folder, name, file), "utf8"));
    const [configuration] = strings(/^(main\.tf|action\.tf|main\.tfquery\.hcl)$/);
    if (configuration === undefined) this.#missing.push(name);
    return {
      configuration,
      importBlocks: strings(/^import.*\.tf$/),
      importCommands: strings(/^import.*\.sh$/),
    };
  }
}
