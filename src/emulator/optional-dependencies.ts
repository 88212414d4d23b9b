/**
 * The emulator's HTTP and SQLite are optional dependencies: who only deploys alerts need not have them. They are loaded
 * when an emulator starts, and nowhere else; every other file only imports their types.
 */
import { type createAdaptorServer } from "@hono/node-server";
import { type Hono } from "hono";
import { ProblemError } from "../diagnostics";
import { type DatabaseConstructor } from "./store/sqlite/open-database";

export interface OptionalDependencies {
  readonly Hono: typeof Hono;
  readonly createAdaptorServer: typeof createAdaptorServer;
  readonly Database: DatabaseConstructor;
}

/** @throws ProblemError that says what to install, where a package is missing */
export async function loadOptionalDependencies(): Promise<OptionalDependencies> {
  try {
    const [{ Hono }, { createAdaptorServer }, { default: Database }] = await Promise.all([
      import("hono"),
      import("@hono/node-server"),
      import("libsql"),
    ]);
    return { Hono, createAdaptorServer, Database };
  } catch (cause) {
    throw ProblemError.of(
      "The emulator needs packages that are not installed, or that do not load on this machine.",
      { remedy: "Install them: npm install hono @hono/node-server libsql" },
      { cause },
    );
  }
}
