/** Bundles action/index.cjs. `tsx scripts/generate-action.ts [--out FILE]`. Needs nothing that was built. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundleAction } from "./bundle-action";

const { values } = parseArgs({ options: { out: { type: "string" } } });

void bundleAction(resolve(values.out ?? join(__dirname, "../action/index.cjs")));
