/** Connects a generated service definition with an object of handlers of the same names. */

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

/** Handlers of a service's unary methods. Streaming methods have none: their streams stay open without messages. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [K in keyof D["methods"] as D["methods"][K]["responseStream"] extends false ? K : never]: Unary<
    D["methods"][K]
  >;
};

/** A method that takes and returns encoded messages. "silent" keeps its stream open without messages. */
export type ByteMethod = "silent" | ((request: Uint8Array) => Promise<Uint8Array>);

/** Methods by HTTP path, for example "/tfplugin6.Provider/ReadResource". */
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
  // `Handlers` pairs each handler with the codecs of its method. The loop over entries loses these types.
  const call = handler as (request: unknown) => Promise<never>;
  return async (bytes) => method.responseType.encode(await call(method.requestType.decode(bytes))).finish();
}
