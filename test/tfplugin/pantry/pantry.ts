/** The service of the example provider: a folder with one JSON file per jar. */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../../src/tfplugin";

export interface Jar {
  readonly label: string;
  readonly grams: number;
  readonly ratio: number | null;
  readonly sealed: boolean;
  readonly shelf: string | null;
  readonly tags: readonly string[];
  readonly lots: readonly number[];
  readonly sweetness: { readonly sugar: number; readonly kind: string } | null;
  readonly notes: readonly { readonly text: string; readonly author: string }[];
  readonly revision: number;
}

export class Pantry {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  list(): { id: string; jar: Jar }[] {
    return readdirSync(this.#folder)
      .sort()
      .map((name) => name.replace(/\.json$/, ""))
      .flatMap((id) => {
        const jar = this.find(id);
        return jar === undefined ? [] : [{ id, jar }];
      });
  }

  find(id: string): Jar | undefined {
    try {
      return JSON.parse(readFileSync(this.#file(id), "utf8")) as Jar;
    } catch {
      return undefined;
    }
  }

  add(jar: Jar): string {
    const id = randomUUID();
    this.put(id, jar);
    return id;
  }

  put(id: string, jar: Jar): void {
    writeFileSync(this.#file(id), JSON.stringify(jar, null, 2));
  }

  clear(): void {
    for (const { id } of this.list()) this.remove(id);
  }

  remove(id: string): void {
    rmSync(this.#file(id), { force: true });
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

export const { action, dataSource, list, provider, resource } = definitions<Pantry>();
