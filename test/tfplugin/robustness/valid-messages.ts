/** A valid message for each call, as a base for hostile ones. */
import { encode, ExtData } from "@msgpack/msgpack";
import * as tf from "../../../src/tfplugin/protocol/generated/tfplugin6";

const nothing = Buffer.alloc(0);
export const dynamic = (value: unknown) => ({
  msgpack: Buffer.from(encode(value, { useBigInt64: true })),
  json: nothing,
});
const bytesOf = (writer: { finish(): Uint8Array }) => Buffer.from(writer.finish());

export interface ValidCall {
  readonly path: string;
  readonly message: Buffer;
  readonly isStream?: boolean;
  /** Returns the summaries of the diagnostics in a response. */
  readonly diagnosticsIn: (response: Uint8Array) => readonly string[];
}

type WithDiagnostics = Readonly<{ diagnostics: readonly { summary: string }[] }>;

function validCall(
  name: string,
  message: Buffer,
  codec: { decode(bytes: Uint8Array): WithDiagnostics },
): ValidCall {
  const diagnosticsIn = (response: Uint8Array) =>
    codec.decode(response).diagnostics.map(({ summary }) => summary);
  return { path: `/tfplugin6.Provider/${name}`, message, diagnosticsIn };
}

/** The folder is unknown, because a damaged path would be created on this machine. */
const providerConfig = dynamic({ folder: new ExtData(0, Uint8Array.of(0)), section: null });

export const state = {
  id: "1",
  label: "plum",
  grams: 500,
  ratio: 1.5,
  sealed: false,
  shelf: null,
  tags: ["sweet"],
  lots: [9],
  sweetness: { sugar: 60.5, kind: "cane", measured: "nose" },
  notes: [{ text: "first", author: "me" }],
  revision: 1,
};
const { id: _, revision: __, ...config } = state;
const jar = { ...config, sweetness: { ...state.sweetness, measured: null } };
const typeName = "pantry_jar";
const identity = { id: "1", room: "cellar" };
const listConfig = { tag: null, times: null };
const actionType = "pantry_shake";
/** `until_stopped` is null, because one damaged bit turns false into true, which waits for an interrupt. */
const actionConfig = { ids: [], times: 1, until_stopped: null };
const common = {
  providerMeta: undefined,
  clientCapabilities: undefined,
  currentIdentity: undefined,
  priorIdentity: undefined,
  plannedIdentity: undefined,
  identity: undefined,
};

export const validCalls: readonly ValidCall[] = calls();

/** A configuration with which the provider has a session. */
export function configuration(folder: string): tf.ConfigureProvider_Request {
  return {
    terraformVersion: "1.11.4",
    config: dynamic({ folder, section: null }),
    clientCapabilities: undefined,
  };
}

function calls(): readonly ValidCall[] {
  return [
    validCall("GetMetadata", bytesOf(tf.GetMetadata_Request.encode({})), tf.GetMetadata_Response),
    validCall(
      "GetProviderSchema",
      bytesOf(tf.GetProviderSchema_Request.encode({})),
      tf.GetProviderSchema_Response,
    ),
    validCall("GetFunctions", bytesOf(tf.GetFunctions_Request.encode({})), tf.GetFunctions_Response),
    validCall(
      "ValidateProviderConfig",
      bytesOf(tf.ValidateProviderConfig_Request.encode({ config: providerConfig })),
      tf.ValidateProviderConfig_Response,
    ),
    validCall(
      "ValidateResourceConfig",
      bytesOf(tf.ValidateResourceConfig_Request.encode({ typeName, config: dynamic(jar), ...common })),
      tf.ValidateResourceConfig_Response,
    ),
    validCall(
      "ValidateDataResourceConfig",
      bytesOf(
        tf.ValidateDataResourceConfig_Request.encode({
          typeName: "pantry_jars",
          config: dynamic({ tag: "x" }),
        }),
      ),
      tf.ValidateDataResourceConfig_Response,
    ),
    validCall(
      "ConfigureProvider",
      bytesOf(
        tf.ConfigureProvider_Request.encode({
          terraformVersion: "1.11.4",
          config: providerConfig,
          ...common,
        }),
      ),
      tf.ConfigureProvider_Response,
    ),
    validCall(
      "UpgradeResourceState",
      bytesOf(
        tf.UpgradeResourceState_Request.encode({
          typeName,
          version: 0,
          rawState: { json: Buffer.from(JSON.stringify(state)), flatmap: {} },
        }),
      ),
      tf.UpgradeResourceState_Response,
    ),
    validCall(
      "ReadResource",
      bytesOf(
        tf.ReadResource_Request.encode({
          typeName,
          currentState: dynamic(state),
          private: Buffer.from("{}"),
          ...common,
        }),
      ),
      tf.ReadResource_Response,
    ),
    validCall(
      "PlanResourceChange",
      bytesOf(
        tf.PlanResourceChange_Request.encode({
          typeName,
          priorState: dynamic(state),
          proposedNewState: dynamic({ ...state, grams: 400 }),
          config: dynamic({ ...jar, grams: 400 }),
          priorPrivate: Buffer.from("{}"),
          plannedPrivate: Buffer.alloc(0),
          ...common,
        }),
      ),
      tf.PlanResourceChange_Response,
    ),
    validCall(
      "ApplyResourceChange",
      bytesOf(
        tf.ApplyResourceChange_Request.encode({
          typeName,
          priorState: dynamic(state),
          plannedState: dynamic({ ...state, grams: 400, revision: 2 }),
          config: dynamic({ ...jar, grams: 400 }),
          plannedPrivate: Buffer.from("{}"),
          ...common,
        }),
      ),
      tf.ApplyResourceChange_Response,
    ),
    validCall(
      "ImportResourceState",
      bytesOf(tf.ImportResourceState_Request.encode({ typeName, id: "1", ...common })),
      tf.ImportResourceState_Response,
    ),
    validCall(
      "GetResourceIdentitySchemas",
      bytesOf(tf.GetResourceIdentitySchemas_Request.encode({})),
      tf.GetResourceIdentitySchemas_Response,
    ),
    validCall(
      "UpgradeResourceIdentity",
      bytesOf(
        tf.UpgradeResourceIdentity_Request.encode({
          typeName,
          version: 0,
          rawIdentity: { json: Buffer.from(JSON.stringify(identity)), flatmap: {} },
        }),
      ),
      tf.UpgradeResourceIdentity_Response,
    ),
    validCall(
      "GenerateResourceConfig",
      bytesOf(tf.GenerateResourceConfig_Request.encode({ typeName, state: dynamic(state) })),
      tf.GenerateResourceConfig_Response,
    ),
    validCall(
      "ValidateListResourceConfig",
      bytesOf(
        tf.ValidateListResourceConfig_Request.encode({
          typeName,
          config: dynamic(listConfig),
          includeResourceObject: undefined,
          limit: undefined,
        }),
      ),
      tf.ValidateListResourceConfig_Response,
    ),
    {
      path: "/tfplugin6.Provider/ListResource",
      isStream: true,
      message: bytesOf(
        tf.ListResource_Request.encode({
          typeName,
          config: dynamic(listConfig),
          includeResourceObject: true,
          limit: 5,
        }),
      ),
      diagnosticsIn: (response) =>
        tf.ListResource_Event.decode(response).diagnostic.map(({ summary }) => summary),
    },
    validCall(
      "ValidateActionConfig",
      bytesOf(
        tf.ValidateActionConfig_Request.encode({ typeName: actionType, config: dynamic(actionConfig) }),
      ),
      tf.ValidateActionConfig_Response,
    ),
    validCall(
      "PlanAction",
      bytesOf(tf.PlanAction_Request.encode({ actionType, config: dynamic(actionConfig), ...common })),
      tf.PlanAction_Response,
    ),
    {
      path: "/tfplugin6.Provider/InvokeAction",
      isStream: true,
      message: bytesOf(
        tf.InvokeAction_Request.encode({ actionType, config: dynamic(actionConfig), ...common }),
      ),
      diagnosticsIn(response) {
        const { type } = tf.InvokeAction_Event.decode(response);
        return type?.$case === "completed" ? type.completed.diagnostics.map(({ summary }) => summary) : [];
      },
    },
    validCall(
      "ReadDataSource",
      bytesOf(
        tf.ReadDataSource_Request.encode({
          typeName: "pantry_jars",
          config: dynamic({ tag: null }),
          ...common,
        }),
      ),
      tf.ReadDataSource_Response,
    ),
    {
      path: "/tfplugin6.Provider/StopProvider",
      message: bytesOf(tf.StopProvider_Request.encode({})),
      diagnosticsIn: (response) =>
        [tf.StopProvider_Response.decode(response).Error].filter((text) => text !== ""),
    },
    {
      path: "/tfplugin6.Provider/CallFunction",
      message: bytesOf(tf.CallFunction_Request.encode({ name: "total", arguments: [dynamic([1, 2])] })),
      diagnosticsIn: (response) => {
        const { error } = tf.CallFunction_Response.decode(response);
        return error === undefined ? [] : [error.text];
      },
    },
  ];
}
