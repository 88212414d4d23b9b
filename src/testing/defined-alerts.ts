/** The alerts that a stack defines, as Terraform receives them. */
import type * as CdkLibrary from "cdktf";
import { type IConstruct } from "constructs";
import * as z from "zod";
import { hintForName, jsiiNameOf, quote, unescapeTemplate } from "../diagnostics";
import { alertAttributes } from "../service";

/** A stack, a construct in it, or the JSON text that `Testing.synth` or a synthesis writes for it. */
export type StackLike = IConstruct | string;

/** Attributes of an alert, named as those of the resource `dbmon_alert`. Strings are unescaped, expressions are unchanged. */
export type DefinedAlert = Readonly<Record<string, unknown>>;

const attributes = z.record(z.string(), z.unknown());

const synthesizedStack = z.looseObject({
  resource: z.looseObject({ dbmon_alert: z.record(z.string(), attributes).optional() }).optional(),
});

/**
 * The alerts of a stack, after its aspects and the aspects of its app.
 * @throws Error with all validation errors of the stack
 * @example
 * const names = definedAlerts(stack).map(({ name }) => name);
 * expect(names).toContain("Deploy");
 */
export function definedAlerts(stack: StackLike): DefinedAlert[] {
  const text = typeof stack === "string" ? stack : synthesizeStack(stack);
  const { resource } = synthesizedStack.parse(JSON.parse(text));
  return Object.values(resource?.dbmon_alert ?? {}).map((alert) => {
    const { "//": _metadata, ...rest } = alert;
    return unescapeTexts(rest);
  });
}

/**
 * The Terraform configuration of the stack of a construct, as JSON.
 * @throws Error with all validation errors of the stack
 */
export function synthesizeStack(construct: IConstruct): string {
  const { Aspects, TerraformStack, Testing } = libraryOf(construct);
  const stack = TerraformStack.of(construct);
  // Testing.synth ignores the aspects of the scopes above the stack.
  const inherited = stack.node.scopes.slice(0, -1).flatMap((scope) => Aspects.of(scope).all);
  for (const construct of inherited.length === 0 ? [] : stack.node.findAll())
    for (const aspect of inherited) aspect.visit(construct);
  return Testing.synth(stack, true);
}

/**
 * The CDK library of a stack. Exported types name neither cdktf nor cdktn, because a project has only one of them.
 * @throws Error if the construct is in no stack, or if its library is not installed where this package is
 */
function libraryOf({ node }: IConstruct): typeof CdkLibrary {
  const classes = node.scopes.map((scope) => jsiiNameOf(scope.constructor));
  const library = ["cdktn", "cdktf"]
    .flatMap(load)
    .find(({ TerraformStack }) => classes.includes(jsiiNameOf(TerraformStack)));
  if (library !== undefined) return library;
  throw new Error(
    classes.some((name) => name?.endsWith(".TerraformStack") === true)
      ? "The library of the stack, cdktn or cdktf, is not installed beside dbmon-iac. Install both in one project."
      : `The construct ${quote(node.path)} is in no stack. Pass a stack, or a construct in it.`,
  );
}

/** Uses `require` because jest supports a dynamic `import()` only with an experimental Node flag. */
function load(name: string): (typeof CdkLibrary)[] {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return [require(name) as typeof CdkLibrary];
  } catch {
    return [];
  }
}

function unescapeTexts(alert: DefinedAlert): DefinedAlert {
  return Object.fromEntries(Object.entries(alert).map(([name, value]) => [name, unescaped(value)]));
}

function unescaped(value: unknown): unknown {
  if (typeof value === "string") return unescapeTemplate(value);
  if (Array.isArray(value)) return value.map(unescaped);
  const nested = attributes.safeParse(value);
  return nested.success ? unescapeTexts(nested.data) : value;
}

const metaArguments = [
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
];
const { renamed_from: _renamedFrom, ignore: _ignore, ...resourceAttributes } = alertAttributes;
const topLevelNames = [...Object.keys(resourceAttributes), ...metaArguments];
const nestedNames: Readonly<Record<string, readonly string[]>> = {
  event: Object.keys(alertAttributes.event.unwrap().shape),
  threshold: Object.keys(alertAttributes.threshold.unwrap().shape),
};

/**
 * A problem for each expected attribute that no alert can have, such as a misspelled name. Attributes that an alert of the stack
 * has, for example from an override, are valid.
 */
export function findUnknownAttributes(expected: DefinedAlert, alerts: readonly DefinedAlert[]): string[] {
  return [
    ...unknownNames(expected, [...topLevelNames, ...alerts.flatMap(Object.keys)], ""),
    ...Object.entries(nestedNames).flatMap(([block, names]) => {
      const value = expected[block];
      return isPlainObject(value) ? unknownNames(value, names, ` in ${block}`) : [];
    }),
  ];
}

function unknownNames(values: DefinedAlert, valid: readonly string[], where: string): string[] {
  return Object.keys(values)
    .filter((name) => !valid.includes(name))
    .map((name) => `Unknown attribute ${quote(name)}${where} of dbmon_alert. ${hintForName(name, valid)}`);
}

/** False for lists, and for matchers such as `expect.anything()`. */
export function isPlainObject(value: unknown): value is DefinedAlert {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
