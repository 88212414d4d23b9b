/**
 * The emulator's HTTP and SQLite are optional dependencies: who only deploys alerts need not have them. They are loaded
 * when an emulator starts, and nowhere else; every other file only imports their types.
 */
import type * as NodeServerModule from "@hono/node-server";
import type * as HonoModule from "hono";
import { ProblemError } from "../diagnostics";
import { type DatabaseConstructor } from "./store/sqlite/open-database";

export interface OptionalDependencies {
  readonly Hono: typeof HonoModule.Hono;
  readonly createAdaptorServer: typeof NodeServerModule.createAdaptorServer;
  readonly Database: DatabaseConstructor;
}

/**
 * By `require`, because jest runs an `import()` of a package only under a flag of node's, and tests are where emulators are
 * started most.
 * @throws ProblemError that says what to install, where a package is missing
 */
export function loadOptionalDependencies(): OptionalDependencies {
  try {
    /* eslint-disable @typescript-eslint/no-require-imports */
    const { Hono } = require("hono") as typeof HonoModule;
    const { createAdaptorServer } = require("@hono/node-server") as typeof NodeServerModule;
    const Database = require("libsql") as DatabaseConstructor;
    /* eslint-enable */
    return { Hono, createAdaptorServer, Database };
  } catch (cause) {
    throw ProblemError.of(
      "The emulator needs packages that are not installed, or that do not load on this machine.",
      { remedy: "Install them: npm install hono @hono/node-server libsql" },
      { cause },
    );
  }
}
