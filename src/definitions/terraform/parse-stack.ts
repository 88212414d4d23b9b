/**
 * Parses a stack that cdktn or cdktf synthesized (`cdk.tf.json`). Supports alerts. Expressions need Terraform and are reported. Problems name the
 * construct, and the line of the program that creates it if the stack has it.
 */
import * as z from "zod";
import {
  errorOf,
  hasTemplateExpression,
  omitUndefined,
  parseJson,
  type Place,
  type Problem,
  quote,
  quoteUnusual,
  truncate,
  unescapeTemplate,
  warningOf,
} from "../../diagnostics";
import { type AlertDefinition } from "../../reconcile";
import { ignorableAttributes } from "../../service";
import { type Definitions, type InvalidAlert, parseTerraformAlert } from "../parse-alert";

/** The CDK libraries for TypeScript: cdktn, and cdktf, which is archived. */
export type CdkLibrary = "cdktn" | "cdktf";
export const defaultCdkLibrary: CdkLibrary = "cdktn";

/** What the constructs are imported from. */
export function constructsOf(library: CdkLibrary): string {
  return library === "cdktf" ? "dbmon-iac" : "dbmon-iac/cdktn";
}

const stackMetadata = z.looseObject({
  "//": z.looseObject({ metadata: z.looseObject({ version: z.string() }) }),
});

/** The library that synthesized a stack. Only its version differs: the last one of cdktf is 0.21, and the first one of cdktn is 0.22. */
function libraryOfStack(stack: unknown): CdkLibrary {
  const version = stackMetadata.safeParse(stack).data?.["//"].metadata.version ?? "";
  return /^0\.(?:\d|1\d|2[01])(?:\.|$)/.test(version) ? "cdktf" : "cdktn";
}

const stackSchema = z.looseObject({
  provider: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).optional(),
  resource: z
    .record(z.string(), z.record(z.string(), z.looseObject({ "//": z.unknown().optional() })))
    .optional(),
});
const metadataSchema = z.looseObject({ metadata: z.looseObject({ path: z.string() }) });
/** Where the program creates the construct: `main.ts:42`. */
const creationSchema = z.looseObject({ created_at: z.string() });
/** Constructs of this package create no `lifecycle` other than `ignoreChanges`. */
const lifecycleSchema = z.strictObject({ ignore_changes: z.array(z.enum(ignorableAttributes)) });

type Attributes = Readonly<Record<string, unknown>>;

export interface StackOptions {
  /** Whether the command connects to the service. If so, connection settings in the stack are an error. Default: true. */
  readonly isForService?: boolean;
}

export function parseStack(
  text: string,
  file: string,
  { isForService = true }: StackOptions = {},
): Definitions {
  const problems: Problem[] = [];
  const invalidAlerts: InvalidAlert[] = [];
  const parsed = stackSchema.safeParse(parseJson(text, file));
  if (!parsed.success) {
    const what = "The file is not a synthesized stack.";
    problems.push(errorOf("terraform-invalid", what, { where: { file }, remedy: synthesisRemedy }));
    return { alerts: [], invalidAlerts, problems };
  }
  const { provider = {}, resource = {} } = parsed.data;
  const instead = commandsInstead(libraryOfStack(parsed.data));
  const settings = (provider["dbmon"] ?? []).flatMap((block) =>
    Object.keys(block).filter((key) => key !== "//"),
  );
  if (settings.length > 0 && isForService) {
    const what = `The stack configures its provider (${settings.map(quoteUnusual).join(", ")}), which only Terraform supports.`;
    const remedy = `Remove these settings and set DBMON_BASE_URL and DBMON_API_TOKEN, or ${instead}`;
    problems.push(errorOf("terraform-invalid", what, { where: { file }, remedy }));
  }
  for (const type of Object.keys(resource).filter((type) => type !== "dbmon_alert")) {
    problems.push(
      warningOf("terraform-invalid", `Resources of type ${quoteUnusual(type)} are ignored.`, {
        where: { file },
      }),
    );
  }
  const alerts = Object.entries(resource["dbmon_alert"] ?? {}).flatMap(
    ([address, attributes]) =>
      parseResource({ address, attributes, file, instead }, problems, invalidAlerts) ?? [],
  );
  return { alerts, invalidAlerts, problems };
}

interface StackResource {
  readonly address: string;
  readonly attributes: Attributes;
  readonly file: string;
  readonly instead: string;
}

const synthesisRemedy = "Synthesize the app again, for example with `npx tsx main.ts`.";

function commandsInstead(library: CdkLibrary): string {
  return `use \`${library} diff\` and \`${library} deploy\` instead of dbmon for this stack.`;
}

/** In UTF-16 units. */
const maxExpressionLength = 200;

/** Arguments of every Terraform resource. */
const metaArguments = ["connection", "count", "for_each", "lifecycle", "provider", "provisioner"];

function parseResource(
  { address, attributes, file, instead }: StackResource,
  problems: Problem[],
  invalidAlerts: InvalidAlert[],
): AlertDefinition | undefined {
  const problemsBefore = problems.length;
  // The engine orders changes itself, so depends_on has no effect.
  const { "//": comment, depends_on: _order, ...args } = attributes;
  const metadata = metadataSchema.safeParse(comment).data?.metadata;
  const [, program, line] =
    /^(.+):(\d+)$/.exec(creationSchema.safeParse(comment).data?.created_at ?? "") ?? [];
  const place = {
    ...(program === undefined ? { file } : { file: program, line: Number(line) }),
    ...omitUndefined({ construct: metadata?.path }),
  };
  const reportUnsupported = (
    what: string,
    where: Place,
    action = "Use a value that is known at synthesis",
  ) => {
    problems.push(
      errorOf("terraform-invalid", `dbmon_alert.${quoteUnusual(address)} ${what}`, {
        where,
        remedy: `${action}, or ${instead}`,
      }),
    );
  };
  const name = typeof args["name"] === "string" ? args["name"] : undefined;
  const addInvalid = () => {
    invalidAlerts.push({ name, place, problems: problems.slice(problemsBefore) });
  };
  if (args["for_each"] !== undefined) {
    // Its values are expressions of the iterator. Reporting each of them would hide the cause.
    reportUnsupported(
      "is created with an iterator (forEach), which only Terraform evaluates.",
      place,
      "Create one Alert per item in a loop of the program",
    );
    addInvalid();
    return undefined;
  }
  const definition = new Map<string, unknown>();
  for (const [key, value] of Object.entries(args)) {
    const lifecycle = key === "lifecycle" ? lifecycleSchema.safeParse(value).data : undefined;
    if (lifecycle !== undefined) definition.set("ignore", lifecycle.ignore_changes);
    else if (metaArguments.includes(key))
      reportUnsupported(`has the argument ${quoteUnusual(key)}, which only Terraform supports.`, place);
    else {
      const resolved = resolveArgument(value, (expression) => {
        const what = `has an expression that only Terraform can evaluate: ${quote(truncate(expression, maxExpressionLength))}`;
        reportUnsupported(what, { ...place, field: [key] });
      });
      definition.set(key, resolved);
    }
  }
  const places = { ofValue: () => place, ofKey: () => place };
  const isSupported = problems.length === problemsBefore;
  const alert = isSupported
    ? parseTerraformAlert(Object.fromEntries(definition), places, problems)
    : undefined;
  if (alert === undefined) addInvalid();
  return alert;
}

function resolveArgument(value: unknown, onUnsupported: (expression: string) => void): unknown {
  const resolve = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(resolve);
    if (typeof inner === "object" && inner !== null) {
      return Object.fromEntries(Object.entries(inner).map(([name, member]) => [name, resolve(member)]));
    }
    if (typeof inner !== "string") return inner;
    if (hasTemplateExpression(inner)) onUnsupported(inner);
    return unescapeTemplate(inner);
  };
  return resolve(value);
}
