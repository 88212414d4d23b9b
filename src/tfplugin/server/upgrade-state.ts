/**
 * UpgradeResourceState: a stored state, as JSON, in today's schema. Terraform asks for it before everything else.
 */
import { attempt } from "./attempt";
import { type Entry, type Instance } from "./instance";
import { writeValue } from "./values";
import { toWireDiagnostics } from "./wire-diagnostics";
import { type Resource } from "../author/resource";
import { CodecError } from "../cty/codec-error";
import { fromExactJson } from "../cty/json-decode";
import { parseExactJson, toPlainJson, type ExactJson } from "../cty/json-exact";
import { type CtyValue } from "../cty/value";
import { DiagnosticsError } from "../diagnostics";
import {
  type UpgradeResourceState_Request,
  type UpgradeResourceState_Response,
} from "../protocol/generated/tfplugin6";
import { fromDomain } from "../schema/from-domain";
import { ctyTypeOf } from "../schema/shape";

export async function upgradeResourceState<S>(
  instance: Instance<S>,
  request: UpgradeResourceState_Request,
): Promise<UpgradeResourceState_Response> {
  const entry = instance.resource(request.typeName);
  const what = `Reading the stored state of ${request.typeName}`;
  const { result, diagnostics } = await attempt(what, instance.log, async () => {
    const json = request.rawState?.json ?? Buffer.alloc(0);
    if (json.length === 0) throw new CodecError("It is not stored as JSON.");
    const upgraded = await upgrade(entry, request.version, parseExactJson(json.toString("utf8")));
    return writeValue(upgraded, entry.type);
  });
  return { upgradedState: result, diagnostics: toWireDiagnostics(diagnostics.all, entry.shape) };
}

async function upgrade<S>(entry: Entry<Resource<S>>, version: number, stored: ExactJson): Promise<CtyValue> {
  const { definition, shape, type } = entry;
  const current = definition.schema.version;
  if (version === current) return fromExactJson(stored, type);
  const step = definition.upgrade?.[version];
  if (step === undefined) throw cannotRead(definition.typeName, version, current);
  const state = await step(toPlainJson(stored));
  return fromDomain(state, shape, [readable(stored, entry)]);
}

/** What of the old state still fits today's schema serves as the reference for exact numbers. */
function readable<S>(stored: ExactJson, { shape }: Entry<Resource<S>>): CtyValue {
  if (!(stored instanceof Map)) return null;
  const members = stored as ReadonlyMap<string, ExactJson>;
  return new Map(
    Object.entries(shape.fields).map(([name, field]) => {
      try {
        return [name, fromExactJson(members.get(name) ?? null, ctyTypeOf(field))];
      } catch (error) {
        if (error instanceof CodecError) return [name, null];
        throw error;
      }
    }),
  );
}

function cannotRead(typeName: string, version: number, current: number): DiagnosticsError {
  return new DiagnosticsError({
    summary: `The stored state of ${typeName} cannot be read`,
    detail:
      version > current
        ? `It was written by a newer version of the provider (schema ${version}; this one knows up to ${current}). ` +
          "Use that version or a later one."
        : `It is in the form of schema ${version}, which this version of the provider (schema ${current}) no longer ` +
          "reads. Apply once with a version in between.",
  });
}
