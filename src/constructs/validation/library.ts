/** Refuses constructs of both CDK libraries in one app: their classes have different members, and each ignores aspects of the other. */
import { App, TerraformElement } from "cdktf";
import { type Construct, type IConstruct } from "constructs";
import { jsiiNameOf, quote } from "../../diagnostics";
import { addBrand, hasBrand, oneLibraryBrand } from "../contract";
import { findCreationPlace } from "../resources/creation-place";

const entryPoints: Readonly<Record<string, string>> = { cdktf: "dbmon-iac", cdktn: "dbmon-iac/cdktn" };

/**
 * Checks the scope of a construct now, and the whole app before its synthesis.
 * @throws Error that names the right import
 */
export function requireSameLibrary({ node }: Construct): void {
  const [library, ...others] = new Set(node.scopes.flatMap((scope) => libraryOf(scope.constructor) ?? []));
  if (library === undefined) return;
  const own = libraryOf(TerraformElement);
  if (others.length > 0) requireOneLibrary(node.root);
  else if (library !== own) {
    const place = findCreationPlace();
    throw withoutFrames(
      `The app uses ${library}, and this construct in ${quote(node.path)}${place === undefined ? "" : ` (${place})`} ` +
        `uses ${own ?? "another library"}. Import it from "${entryPoints[library] ?? ""}".`,
    );
  }
  checkBeforeSynthesis(node.root);
}

/** Validation at synthesis would be too late: cdktn first calls methods that the elements of cdktf lack. */
function checkBeforeSynthesis(root: IConstruct): void {
  if (!App.isApp(root) || hasBrand(root, oneLibraryBrand)) return;
  addBrand(root, oneLibraryBrand);
  const synthesize = root.synth.bind(root);
  root.synth = () => {
    requireOneLibrary(root);
    try {
      synthesize();
    } catch (error) {
      throw explainOtherFunction(error, libraryOf(root.constructor)) ?? error;
    }
  };
}

/** Tokens of functions and iterators are no constructs. Those of cdktn call methods that stacks of cdktf lack. */
function explainOtherFunction(error: unknown, library: string | undefined): Error | undefined {
  if (!(error instanceof TypeError)) return undefined;
  const frames = error.stack ?? "";
  const other = Object.keys(entryPoints).find(
    (name) => name !== library && new RegExp(`[\\\\/]${name}[\\\\/]`).test(frames),
  );
  if (library === undefined || other === undefined) return undefined;
  return withoutFrames(
    `The app uses ${library}, and a function or an iterator in it uses ${other}. Import it from "${library}".`,
  );
}

function requireOneLibrary(root: IConstruct): void {
  const library = libraryOf(root.constructor);
  if (library === undefined) return;
  for (const construct of root.node.findAll()) {
    const place = quote(construct.node.path);
    const other: string = libraryOf(construct.constructor) ?? library;
    if (other !== library)
      throw withoutFrames(
        `The app uses ${library}, and ${place} uses ${other}. Import it from "${library}".`,
      );
    const otherAspects = aspectsOf(construct).find((name) => name !== library);
    if (otherAspects !== undefined)
      throw withoutFrames(
        `The app uses ${library}, and the aspects of ${place} use ${otherAspects}. Import Aspects from "${library}".`,
      );
  }
}

/** The libraries of the aspects of a construct. Each library has a symbol of its own for them. */
function aspectsOf(construct: IConstruct): string[] {
  return Object.getOwnPropertySymbols(construct)
    .filter(({ description }) => description === "cdktf-aspects")
    .flatMap((symbol) => libraryOf((Reflect.get(construct, symbol) as object).constructor) ?? []);
}

/** `cdktf` or `cdktn`. Undefined for a class that neither library contains, such as `Construct`. */
function libraryOf(type: object): string | undefined {
  const library = jsiiNameOf(type)?.split(".")[0] ?? "";
  return library in entryPoints ? library : undefined;
}

/** An error that Node.js prints as its message if it is not caught. The frames would be those of the libraries. */
function withoutFrames(message: string): Error {
  const error = new Error(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}
