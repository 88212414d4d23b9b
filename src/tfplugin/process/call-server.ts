/** The calls of one instance of a provider on an HTTP/2 server that has yet to be given connections. */
import { createServer, type Http2Server } from "node:http2";
import { type Activity } from "../grpc/activity";
import { serveGrpc } from "../grpc/server";
import { methodsByPath } from "../grpc/service";
import { type Log } from "../log";
import { GRPCControllerDefinition, GRPCStdioDefinition } from "../protocol/generated/goplugin";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { type Instance } from "../server/instance";
import { providerService } from "../server/service";

/** As large as Terraform's own limit: a plan of many thousand objects is one message in places. */
const messageLimit = 256 * 1024 * 1024;

export interface CallServerOptions {
  readonly activity: Activity;
  readonly log: Log;
  /** Terraform needs the process no longer. */
  readonly shutdown: () => void;
}

export function callServer<Session>(
  instance: Instance<Session>,
  { activity, log, shutdown }: CallServerOptions,
): Http2Server {
  // Terraform's own limit is on messages; node:http2's, far lower, is on a session's memory in megabytes.
  const http = createServer({ maxSessionMemory: 1024, settings: { initialWindowSize: 1 << 20 } });
  const methods = new Map([
    ...methodsByPath(ProviderDefinition, providerService(instance)),
    ...methodsByPath(GRPCControllerDefinition, {
      shutdown: () => {
        shutdown();
        return {};
      },
    }),
    ...methodsByPath(GRPCStdioDefinition, {}),
  ]);
  serveGrpc(http, { methods, messageLimit, activity, log });
  return http;
}
