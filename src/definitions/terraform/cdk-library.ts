/** The CDK libraries for TypeScript: cdktn, and cdktf, which is archived. */
import * as z from "zod";

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
export function libraryOfStack(stack: unknown): CdkLibrary {
  const version = stackMetadata.safeParse(stack).data?.["//"].metadata.version ?? "";
  return /^0\.(?:\d|1\d|2[01])(?:\.|$)/.test(version) ? "cdktf" : "cdktn";
}
