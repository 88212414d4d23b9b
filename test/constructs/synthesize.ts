/** An app of constructs, synthesized as cdktf does it: what it writes, warns of, or refuses. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { DbmonProvider, type DbmonProviderProps } from "../../src";

interface Manifest {
  readonly stacks: Readonly<
    Record<
      string,
      { readonly annotations: readonly { readonly message: string; readonly constructPath: string }[] }
    >
  >;
}

export interface Synthesized {
  /** What terraform is given, by stack. */
  readonly stacks: Readonly<Record<string, Record<string, unknown>>>;
  /** "path: message", in the order of the constructs. */
  readonly warnings: readonly string[];
}

/** @throws what the synthesis throws */
export function synthesizeApp(define: (app: App) => void): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), "dbmon-synth-test-"));
  // The form that cdktf documents for its output folder.
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

/** A stack with a provider, for terraform to run. Where its state is kept is left to the test. */
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

export function stackIn(app: App, name: string, provider?: DbmonProviderProps): TerraformStack {
  const stack = new TerraformStack(app, name);
  new DbmonProvider(stack, "dbmon", provider);
  return stack;
}

/** The complaints that keep an app from being synthesized, one a line. */
export function complaintsOf(define: (app: App) => void): string[] {
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
