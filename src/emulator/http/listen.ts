/**
 * The HTTP server, which closes open connections when it stops. Node and the adapter respond to invalid HTTP, hosts and targets, without a body.
 */
import { once } from "node:events";
import { Server } from "node:http";
import { type Socket } from "node:net";
import { errorCode, errorMessage, ProblemError, quote } from "../../diagnostics";
import { type EmulatorClock } from "../clock";
import { type OptionalDependencies } from "../optional-dependencies";
import { type createApp } from "./app";

export interface ListenAddress {
  /** Address or name to listen on. */
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @param clock what the header `Date` follows @throws ProblemError if the address is not available */
export async function listenForRequests(
  { createAdaptorServer }: Pick<OptionalDependencies, "createAdaptorServer">,
  app: ReturnType<typeof createApp>,
  clock: EmulatorClock,
  { host, port }: ListenAddress,
): Promise<Listening> {
  // By default, the adapter replaces the global Request and Response of the process.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false, hostname: host });
  if (!(server instanceof Server)) throw new Error("the adapter did not create an HTTP/1 server");
  // Node would send the time of this machine. A fault can have another `Date`.
  server.prependListener("request", (_request, response) => {
    response.setHeader("Date", new Date(clock.now()).toUTCString());
  });
  const sockets = trackSockets(server);
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw addressProblem(cause, { host, port });
  }
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no TCP address");
  return {
    url: `http://${hostOfUrl(host)}:${bound.port}`,
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

/** This machine, for an address that means all its interfaces. IPv6 addresses have brackets. */
function hostOfUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function addressProblem(cause: unknown, { host, port }: ListenAddress): ProblemError {
  if (errorCode(cause) === "EADDRINUSE") {
    const remedy = "Use another port. Port 0 selects a free one.";
    return ProblemError.of("emulator-failed", `Port ${port} is already in use.`, { remedy }, { cause });
  }
  const remedy = "Use a port that you may open, and an address of this machine.";
  const what = `The emulator cannot listen on ${quote(host)}, port ${port}: ${errorMessage(cause)}.`;
  return ProblemError.of("emulator-failed", what, { remedy }, { cause });
}
