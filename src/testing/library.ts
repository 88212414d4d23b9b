/** Loads the CDK library of a stack. Exported types name neither cdktf nor cdktn, because a project has only one of them. */
import type * as CdkLibrary from "cdktf";
import { type IConstruct } from "constructs";
import { quote } from "../diagnostics";

/** The runtime type information of a class, which subclasses inherit: `cdktf.TerraformStack` or `cdktn.TerraformStack`. */
const typeInformation = Symbol.for("jsii.rtti");

/** @throws Error if the construct is in no stack, or if its library is not installed where this package is */
export function libraryOf({ node }: IConstruct): typeof CdkLibrary {
  const classes = node.scopes.map((scope) => nameOf(scope.constructor));
  const library = ["cdktn", "cdktf"]
    .flatMap(load)
    .find(({ TerraformStack }) => classes.includes(nameOf(TerraformStack)));
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

function nameOf(type: object): string | undefined {
  const { fqn } = (Reflect.get(type, typeInformation) ?? {}) as { readonly fqn?: string };
  return fqn;
}
