/** Creates the HTTP/2 server that serves the calls of one provider instance. The caller passes connections to it. */
import { createServer, type Http2Server } from "node:http2";
import { type RunningCalls } from "../grpc/running-calls";
import { serveGrpc } from "../grpc/server";
import { methodsByPath, silentMethodsByPath } from "../grpc/service";
import { type Log } from "../author/handler-context";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/goplugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { type Instance } from "../server/instance";
import { providerService } from "../server/service";

/** Equal to Terraform's limit. The schema or state of thousands of objects can be one message. */
const maxMessageBytes = 256 * 1024 * 1024;

export interface CallServerOptions {
  readonly runningCalls: RunningCalls;
  readonly log: Log;
  /** Called when Terraform no longer needs the process. */
  readonly shutdown: () => void;
}

export function callServer<Session>(
  instance: Instance<Session>,
  { runningCalls, log, shutdown }: CallServerOptions,
): Http2Server {
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
  return http;
}
