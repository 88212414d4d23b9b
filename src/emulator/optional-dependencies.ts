/**
 * Loads the emulator's optional dependencies, which users who only deploy alerts do not need.
 * They are loaded when an emulator starts. Every other file imports only their types.
 */
import type * as NodeServerModule from "@hono/node-server";
import type * as HonoModule from "hono";
import { ProblemError } from "../diagnostics";
import { loadDriver, type SqlDriver } from "./store/sqlite/driver";

export interface OptionalDependencies {
  readonly Hono: typeof HonoModule.Hono;
  readonly createAdaptorServer: typeof NodeServerModule.createAdaptorServer;
  readonly SqlDriver: SqlDriver;
}

/**
 * Uses `require` because jest supports a dynamic `import()` only with an experimental Node flag.
 * @throws ProblemError if a package is missing or does not load
 */
export function loadOptionalDependencies(): OptionalDependencies {
  try {
    /* eslint-disable @typescript-eslint/no-require-imports */
    const { Hono } = require("hono") as typeof HonoModule;
    const { createAdaptorServer } = require("@hono/node-server") as typeof NodeServerModule;
    /* eslint-enable */
    return { Hono, createAdaptorServer, SqlDriver: loadDriver() };
  } catch (cause) {
    const what = "The emulator requires packages that are not installed or do not load on this machine.";
    throw ProblemError.of(
      "emulator-failed",
      what,
      { remedy: "Install them: npm install hono @hono/node-server libsql" },
      { cause },
    );
  }
}
