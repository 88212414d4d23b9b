import * as z from "zod";
import { omitUndefined } from "../diagnostics";

/** Where a run works. Several environments can share an address, because the token selects the environment (AUTH-1). */
export interface RunOrigin {
  /** Without user, password and query. */
  readonly baseUrl?: string | undefined;
  /** Name of the environment in dbmon.yaml. */
  readonly environment?: string | undefined;
  /** Without such a name: the variable whose token selects the environment. */
  readonly tokenVariable?: string | undefined;
}

export function originFields() {
  return {
    base_url: z
      .string()
      .regex(/^https?:\/\/[!-~]+$/)
      .describe("Base URL of the service. The API token selects the environment.")
      .exactOptional(),
    environment: z.string().exactOptional().describe("Name of the environment in dbmon.yaml."),
    token_variable: z
      .string()
      .exactOptional()
      .describe("Without a name: the variable whose token selected the environment."),
  };
}

/** The origin of a plan, which can outlive its run. */
export function planOriginFields() {
  return {
    ...originFields(),
    planned_at: z.iso.datetime().exactOptional().describe("When the plan was made."),
    dbmon_version: z.string().max(100).exactOptional().describe("Version of dbmon that made the plan."),
    held: z
      .array(z.string())
      .readonly()
      .exactOptional()
      .describe("Hashes of ids and names in the environment, which recognize it. Only in saved plans."),
    definitions: z
      .strictObject({ sources: z.array(z.string()).readonly(), hash: z.string() })
      .exactOptional()
      .describe("What was planned. Only in saved plans."),
  };
}

type OriginFields = ReturnType<typeof originFields>;
type OriginDocument = { readonly [Key in keyof OriginFields]?: z.output<OriginFields[Key]> };

export function writeOrigin({ baseUrl, environment, tokenVariable }: RunOrigin): OriginDocument {
  return omitUndefined({ base_url: baseUrl, environment, token_variable: tokenVariable });
}

export function readOrigin(document: OriginDocument): RunOrigin {
  const { base_url: baseUrl, environment, token_variable: tokenVariable } = document;
  return { baseUrl, environment, tokenVariable };
}

/** `production (https://app.example.com)`, or the address and the variable of the token. Undefined if no service was used. */
export function formatOrigin(origin: RunOrigin & { readonly baseUrl: string }): string;
export function formatOrigin(origin: RunOrigin): string | undefined;
export function formatOrigin({ baseUrl, environment, tokenVariable }: RunOrigin): string | undefined {
  if (baseUrl === undefined) return environment;
  if (environment !== undefined) return `${environment} (${baseUrl})`;
  return tokenVariable === undefined ? baseUrl : `${baseUrl} (token of ${tokenVariable})`;
}
