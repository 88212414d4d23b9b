/** Synthesizes an app as cdktf does: the stacks, the warnings, the validation errors. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import { DbmonProvider, type DbmonProviderProps } from "../../src";

interface Manifest {
  readonly stacks: Readonly<
    Record<
      string,
      { readonly annotations: readonly { readonly message: string; readonly constructPath: string }[] }
    >
  >;
}

interface Synthesized {
  /** The Terraform configuration of each stack. */
  readonly stacks: Readonly<Record<string, Record<string, unknown>>>;
  /** Formatted as "path: message", in the order of the constructs. */
  readonly warnings: readonly string[];
}

/** @throws Error if the validation of the app fails */
export function synthesizeApp(define: (app: App) => void): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-synth-test-"));
  // The schema that cdktf documents for its output folder.
  const read = (...path: string[]) => JSON.parse(readFileSync(join(outdir, ...path), "utf8")) as never;
  try {
    const app = new App({ outdir });
    define(app);
    app.synth();
    const { stacks }: Manifest = read("manifest.json");
    return {
      stacks: Object.fromEntries(
        Object.keys(stacks).map((name) => [name, read("stacks", name, "cdk.tf.json")]),
      ),
      warnings: Object.values(stacks).flatMap(({ annotations }) =>
        annotations.map(({ constructPath, message }) => `${constructPath}: ${message}`),
      ),
    };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** The Terraform configuration of one stack with a provider, without its backend. */
export function synthesize(
  define: (stack: TerraformStack) => void,
  provider?: DbmonProviderProps,
): Record<string, unknown> {
  const { stacks } = synthesizeApp((app) => {
    define(stackIn(app, "alerts", provider));
  });
  const { terraform, ...rest } = stacks.alerts as { readonly terraform: Record<string, unknown> };
  const { backend: _, ...settings } = terraform;
  return { ...rest, terraform: settings };
}

/** An app for `Testing.synth`, which writes no files. cdktf creates the output folder of every app, so it is removed. */
export function testingApp(): App {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-synth-test-"));
  const app = Testing.app({ outdir });
  rmSync(outdir, { recursive: true });
  return app;
}

export function stackIn(app: App, name: string, provider?: DbmonProviderProps): TerraformStack {
  const stack = new TerraformStack(app, name);
  new DbmonProvider(stack, "dbmon", provider);
  return stack;
}

/** The errors that fail the synthesis of an app, one per line. */
export function validationErrorsOf(define: (app: App) => void): string[] {
  try {
    synthesizeApp(define);
  } catch (error) {
    const { message } = error as Error;
    return message
      .split("\n")
      .filter((line) => /^ {2}\S/.test(line))
      .map((line) => line.trim());
  }
  return [];
}
