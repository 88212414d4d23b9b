/**
 * What a gRPC service is to the server: a generated table of methods and an object of handlers with the same names.
 */

interface MessageCodec {
  encode(message: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

export interface MethodDefinition {
  readonly name: string;
  readonly requestType: MessageCodec;
  readonly responseType: MessageCodec;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
}

export interface ServiceDefinition {
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

type MessageOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

type Unary<M extends MethodDefinition> = (
  request: MessageOf<M["requestType"]>,
) => MessageOf<M["responseType"]> | Promise<MessageOf<M["responseType"]>>;

/** Handlers of a service's unary methods. A streaming method gets none: its stream stays open, and silent. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [K in keyof D["methods"] as D["methods"][K]["responseStream"] extends false ? K : never]: Unary<
    D["methods"][K]
  >;
};

/** A method as the server calls it: bytes in, bytes out. "silent" keeps a stream open without ever writing to it. */
export type ByteMethod = "silent" | ((request: Uint8Array) => Promise<Uint8Array>);

/** By HTTP path: "/tfplugin6.Provider/ReadResource". */
export function methodsByPath<D extends ServiceDefinition>(
  definition: D,
  handlers: Handlers<D>,
): [path: string, method: ByteMethod][] {
  return Object.entries(definition.methods).map(([key, method]) => [
    `/${definition.fullName}/${method.name}`,
    method.responseStream ? "silent" : toBytes(method, handlers[key as keyof typeof handlers]),
  ]);
}

function toBytes(method: MethodDefinition, handler: unknown): ByteMethod {
  // The mapped type above pairs each handler with its own codecs; here only the pairing is left, not the types.
  const call = handler as (request: unknown) => Promise<never>;
  return async (bytes) => method.responseType.encode(await call(method.requestType.decode(bytes))).finish();
}
