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

/** The responses of a streaming call. */
export interface ResponseStream<T> {
  /** Aborts when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /**
   * Sends a response. Resolves when the client can receive another one, so a handler that awaits it never buffers more than one
   * message. Does nothing after the call was canceled.
   */
  readonly send: (message: T) => Promise<void>;
}

type MessageOf<C> = C extends { decode(bytes: Uint8Array): infer T } ? T : never;

type Handler<M extends MethodDefinition> = M["responseStream"] extends true
  ? (
      request: MessageOf<M["requestType"]>,
      responses: ResponseStream<MessageOf<M["responseType"]>>,
    ) => Promise<void>
  : (
      request: MessageOf<M["requestType"]>,
    ) => MessageOf<M["responseType"]> | Promise<MessageOf<M["responseType"]>>;

/** Handlers of a service's methods. A streaming method ends when its handler returns. */
export type Handlers<D extends ServiceDefinition> = {
  readonly [K in keyof D["methods"]]: Handler<D["methods"][K]>;
};

/** Handles a call with encoded messages: one request, and one or more responses. */
export type MethodCall = (request: Uint8Array, responses: ResponseStream<Uint8Array>) => Promise<void>;

/** A silent method keeps its stream open without messages. */
export type ByteMethod = { readonly kind: "call"; readonly call: MethodCall } | { readonly kind: "silent" };

export type MethodEntry = readonly [path: string, method: ByteMethod];

/** Methods by HTTP path, for example "/tfplugin6.Provider/ReadResource". */
export function methodsByPath<D extends ServiceDefinition>(
  definition: D,
  handlers: Handlers<D>,
): MethodEntry[] {
  return Object.entries(definition.methods).map(([key, method]) => [
    pathOf(definition, method),
    toByteMethod(method, handlers[key as keyof typeof handlers]),
  ]);
}

/** The methods of a service whose streams stay open without messages. */
export function silentMethodsByPath(definition: ServiceDefinition): MethodEntry[] {
  return Object.values(definition.methods).map((method) => [pathOf(definition, method), { kind: "silent" }]);
}

function pathOf({ fullName }: ServiceDefinition, { name }: MethodDefinition): string {
  return `/${fullName}/${name}`;
}

// `Handlers` pairs each handler with the codecs of its method. The loop over entries loses these types.
type ErasedUnary = (request: unknown) => Promise<never>;
type ErasedStreaming = (request: unknown, responses: ResponseStream<never>) => Promise<void>;

function toByteMethod(
  { requestType, responseType, responseStream }: MethodDefinition,
  handler: unknown,
): ByteMethod {
  const encode = (message: never) => responseType.encode(message).finish();
  if (responseStream) {
    const call = handler as ErasedStreaming;
    return {
      kind: "call",
      call: (bytes, { signal, send }) =>
        call(requestType.decode(bytes), { signal, send: (message) => send(encode(message)) }),
    };
  }
  const call = handler as ErasedUnary;
  return {
    kind: "call",
    call: async (bytes, { send }) => send(encode(await call(requestType.decode(bytes)))),
  };
}
