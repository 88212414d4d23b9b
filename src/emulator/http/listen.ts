/** The HTTP server: listens only on the loopback address and closes open connections when it stops. */
import { once } from "node:events";
import { createServer, Server } from "node:http";
import { type Socket } from "node:net";
import { ProblemError } from "../../diagnostics";
import { type OptionalDependencies } from "../optional-dependencies";
import { type createApp } from "./app";
import { handleMalformedRequests, rejectInvalidTarget } from "./malformed-requests";

const address = "127.0.0.1";

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @param port 0 selects a free port @throws ProblemError if the port is not available */
export async function listen(
  { createAdaptorServer }: Pick<OptionalDependencies, "createAdaptorServer">,
  app: ReturnType<typeof createApp>,
  port: number,
): Promise<Listening> {
  // By default, the adapter replaces the global Request and Response of the process.
  const adapter = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, hostname: address });
  if (!(adapter instanceof Server)) throw new Error("the adapter did not create an HTTP/1 server");
  // The adapter's server never listens. It only receives requests that it does not reject without a body.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (!rejectInvalidTarget(request, response)) adapter.emit("request", request, response);
  });
  handleMalformedRequests(server);
  const sockets = trackSockets(server);
  try {
    server.listen(port, address);
    await once(server, "listening");
  } catch (cause) {
    throw portProblem(cause, port);
  }
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no TCP address");
  return {
    url: `http://${address}:${bound.port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Server.closeAllConnections does not close connections that have not sent a valid request. */
function trackSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Each pipelined request can add a listener for the end of the connection.
    socket.setMaxListeners(0);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function portProblem(cause: unknown, port: number): ProblemError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isInUse = reason.includes("EADDRINUSE");
  return ProblemError.of(
    isInUse ? `Port ${port} is already in use.` : `The emulator cannot listen on port ${port}: ${reason}.`,
    { remedy: "Use another port. Port 0 selects a free one." },
    { cause },
  );
}
