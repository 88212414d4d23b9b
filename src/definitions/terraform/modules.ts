/** Finds the modules of resources in the configuration that a Terraform plan contains. It has their sources, but no files and lines. */
import { posix } from "node:path";
import * as z from "zod";

const moduleSchema = z.looseObject({
  module_calls: z.record(z.string(), z.looseObject({ source: z.string(), module: z.unknown() })).optional(),
});

/** For example `module.team` and `module.team["a"].module.inner`. */
const callPattern = /(?:^|\.)module\.([^.[]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/g;

/**
 * The folder of a module from the folder of the root module: `modules/team`, or `.`. A module that is not local has its source instead.
 * @param address of the module. Empty for the root module
 * @returns undefined if the configuration has no such module
 */
export function findModuleFolder(root: unknown, address: string): string | undefined {
  let module = root;
  let folder = ".";
  for (const [, name = ""] of address.matchAll(callPattern)) {
    const call = moduleSchema.safeParse(module).data?.module_calls?.[name];
    if (call === undefined) return undefined;
    if (!/^\.\.?\//.test(call.source)) return call.source;
    folder = posix.join(folder, call.source);
    ({ module } = call);
  }
  return folder;
}
