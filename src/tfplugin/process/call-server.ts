/** The gRPC server of a plugin process. It is loaded after the handshake, with the HTTP/2 module and the protocol's messages. */
import { createServer } from "node:http2";
import { type Socket } from "node:net";
import { type Log } from "../diagnostics";
import { GrpcServer, type MethodCall } from "../grpc/server";
import { type Provider } from "../provider";
import { ProviderInstance } from "../server/provider-instance";
import { providerMethods } from "../server/service";

/** Equal to Terraform's limit. The schema or state of thousands of objects can be one message. */
const maxMessageBytes = 256 * 1024 * 1024;

/** Serves the calls of one provider instance. */
export interface CallServer {
  readonly addConnection: (socket: Socket) => void;
  /** Aborts the signals of the handlers, and resolves when all calls have completed and their responses are delivered. */
  readonly close: () => Promise<void>;
}

/** @param onShutdown is called when Terraform no longer needs the process */
export function createCallServer(provider: Provider, log: Log, onShutdown: () => void): CallServer {
  const instance = new ProviderInstance(provider, log, process.env);
  // node:http2 limits the memory of a session, in megabytes, far below Terraform's limit for one message.
  const http = createServer({ maxSessionMemory: 1024, settings: { initialWindowSize: 1 << 20 } });
  const shutdown: MethodCall = () => {
    onShutdown();
    return Promise.resolve(new Uint8Array());
  };
  // Of go-plugin, the library under Terraform's plugins. Their messages are empty. Without Shutdown, Terraform waits two seconds and kills.
  const methods = new Map<string, MethodCall | "silent">([
    ...providerMethods(instance),
    ["/plugin.GRPCController/Shutdown", shutdown],
    ["/plugin.GRPCStdio/StreamStdio", "silent"],
  ]);
  const server = new GrpcServer(http, methods, maxMessageBytes, log);
  return {
    addConnection: (socket) => void http.emit("connection", socket),
    close: () => {
      instance.stop();
      return server.whenIdle();
    },
  };
}
