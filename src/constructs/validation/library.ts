/** Refuses an app of the other CDK library, whose constructs do not work together. */
import { App } from "cdktf";
import { type Construct } from "constructs";

/** The runtime type information of a class, which subclasses inherit: `cdktf.App` or `cdktn.App`. */
const typeInformation = Symbol.for("jsii.rtti");

const entryPoints: Readonly<Record<string, string>> = { cdktf: "dbmon-iac", cdktn: "dbmon-iac/cdktn" };

/** @throws Error that names the right import */
export function requireSameLibrary(scope: Construct): void {
  const own = libraryOf(App);
  for (const { constructor } of scope.node.scopes) {
    const other = libraryOf(constructor);
    const entryPoint = other === own ? undefined : entryPoints[other ?? ""];
    if (other === undefined || entryPoint === undefined) continue;
    throw new Error(
      `The app uses ${other}, and this construct uses ${own ?? "another library"}. Import it from "${entryPoint}".`,
    );
  }
}

function libraryOf(type: object): string | undefined {
  const { fqn } = (Reflect.get(type, typeInformation) ?? {}) as { readonly fqn?: string };
  return fqn?.split(".")[0];
}
