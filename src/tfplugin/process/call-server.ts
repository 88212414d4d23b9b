/** The gRPC server of a plugin process. It is loaded after the handshake, with the HTTP/2 module and the protocol's messages. */
import { createServer } from "node:http2";
import { type Socket } from "node:net";
import { type Log } from "../author/handler-context";
import { type Provider } from "../author/provider";
import { type RunningCalls, trackDelivery } from "../grpc/running-calls";
import { serveGrpc } from "../grpc/server";
import { methodsByPath, silentMethodsByPath } from "../grpc/service";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/goplugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { Instance } from "../server/instance";
import { providerService } from "../server/service";
import { type Environment } from "./handshake";

/** Equal to Terraform's limit. The schema or state of thousands of objects can be one message. */
const maxMessageBytes = 256 * 1024 * 1024;

export interface CallServerOptions {
  readonly environment: Environment;
  readonly runningCalls: RunningCalls;
  readonly log: Log;
  /** Called when Terraform no longer needs the process. */
  readonly shutdown: () => void;
}

/** Serves the calls of one provider instance. */
export interface CallServer {
  readonly addConnection: (socket: Socket) => void;
  /** Aborts the signals of the handlers. */
  readonly stop: () => void;
  /** Resolves as soon as each client has read all responses or closed its connection. */
  readonly whenDelivered: () => Promise<void>;
}

export function createCallServer(
  provider: Provider,
  { environment, runningCalls, log, shutdown }: CallServerOptions,
): CallServer {
  const instance = new Instance(provider, { log, environment });
  // node:http2 limits the memory of a session, in megabytes, far below Terraform's limit for one message.
  const http = createServer({ maxSessionMemory: 1024, settings: { initialWindowSize: 1 << 20 } });
  const methods = new Map([
    ...methodsByPath(ProviderDefinition, providerService(instance)),
    ...methodsByPath(GRPCControllerDefinition, {
      shutdown: () => {
        shutdown();
        return {};
      },
    }),
    ...silentMethodsByPath(GRPCStdioDefinition),
  ]);
  serveGrpc(http, { methods, maxMessageBytes, runningCalls, log });
  return {
    addConnection: (socket) => void http.emit("connection", socket),
    stop: () => {
      instance.stop();
    },
    whenDelivered: trackDelivery(http),
  };
}
