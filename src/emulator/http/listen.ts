/** The HTTP server around the app: on the loopback address alone, and gone at once when it is stopped. */
import { once } from "node:events";
import { createServer, Server } from "node:http";
import { type Socket } from "node:net";
import { type createApp } from "./app";
import { ProblemError } from "../../diagnostics";
import { type OptionalDependencies } from "../optional-dependencies";
import { answerUnserved, refuseTarget } from "./unserved";

const address = "127.0.0.1";

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @param port 0 picks a free one. @throws ProblemError where the port cannot be had */
export async function listen(
  { createAdaptorServer }: Pick<OptionalDependencies, "createAdaptorServer">,
  app: ReturnType<typeof createApp>,
  port: number,
): Promise<Listening> {
  // The adapter would otherwise put its own Request and Response in place of the process's.
  const adapter = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, hostname: address });
  if (!(adapter instanceof Server)) throw new Error("the adapter made a server of another protocol");
  // The adapter's own server never listens: it is only handed the requests that it would not answer without a body.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (!refuseTarget(request, response)) adapter.emit("request", request, response);
  });
  answerUnserved(server);
  const sockets = socketsOf(server);
  try {
    server.listen(port, address);
    await once(server, "listening");
  } catch (cause) {
    throw portProblem(cause, port);
  }
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
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

/** The server itself forgets those that it has seen nothing understandable of. */
function socketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    // Every one of the requests that a client sends ahead may wait for the end of the connection.
    socket.setMaxListeners(0);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

function portProblem(cause: unknown, port: number): ProblemError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isTaken = reason.includes("EADDRINUSE");
  return ProblemError.of(
    isTaken
      ? `The port ${port} is already in use.`
      : `The emulator cannot listen on port ${port}: ${reason}.`,
    { remedy: "Give another port; 0 picks a free one." },
    { cause },
  );
}
