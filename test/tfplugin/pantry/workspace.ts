/** A terraform folder with a pantry. */
import { join } from "node:path";
import { TerraformFolder } from "../../support/terraform";
import { type Bundle, bundlePantry } from "./bundle";
import { Pantry } from "./pantry";

export class PantryWorkspace {
  /** Bundles the provider once for a `describe`. @param use receives the workspace of the next test */
  static forEachTest(use: (space: PantryWorkspace) => void): void {
    let bundle: Bundle | undefined;
    let space: PantryWorkspace | undefined;
    beforeEach(() => {
      space = new PantryWorkspace((bundle ??= bundlePantry()));
      use(space);
    });
    afterEach(() => space?.remove());
    afterAll(() => bundle?.remove());
  }

  readonly terraform: TerraformFolder;
  /** The service, for changes outside of Terraform. */
  readonly pantry: Pantry;
  readonly #jars: string;

  constructor(bundle: Bundle) {
    this.terraform = new TerraformFolder(bundle);
    this.#jars = join(this.terraform.path, "jars");
    this.pantry = new Pantry(this.#jars);
  }

  /** Writes a configuration with the provider's own blocks in front. */
  configure(body: string, folder = JSON.stringify(this.#jars)): void {
    this.terraform.write(
      "main.tf",
      `terraform {
         required_providers {
           pantry = { source = "example/pantry" }
         }
       }
       provider "pantry" {
         folder = ${folder}
       }
       ${body}`,
    );
  }

  /** One jar, pantry_jar.it, with these arguments. */
  configureJar(args: string): void {
    this.configure(`resource "pantry_jar" "it" {\n${args}\n}`);
  }

  remove(): void {
    this.terraform.remove();
  }
}
