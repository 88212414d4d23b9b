/**
 * Opens connections through an HTTP proxy. A refused or failed connection is an error before the connection to the service exists, so it
 * proves that the service received nothing.
 */
import * as http from "node:http";
import * as https from "node:https";
import { connect, isIP, isIPv6, type Socket } from "node:net";
import * as tls from "node:tls";
import { type buildConnector } from "undici";
import { type Proxy } from "./proxy";

type Connector = buildConnector.connector;
type Target = Parameters<Connector>[0];

/** Max milliseconds for each step: the connection to the proxy, the tunnel, and TLS. */
const stepTimeout = 30_000;

export class ProxyError extends Error {
  override readonly name = "ProxyError";

  constructor(proxy: Proxy, problem: string, options?: ErrorOptions) {
    super(`the proxy ${proxy.label} ${problem}`, options);
  }

  static ofStatus(proxy: Proxy, status: number): ProxyError {
    const hint = status === 407 ? ": it requires a user name and password" : "";
    return new ProxyError(proxy, `answered with status ${status}${hint}`);
  }
}

/** Connects to the proxy, which forwards plain HTTP, or to the service through a tunnel. @param signal cancels all attempts */
export function createProxyConnector(proxy: Proxy, signal: AbortSignal): Connector {
  return (target, done) => {
    const connection =
      target.protocol === "https:" ? openTunnel(proxy, target, signal) : openSocket(proxy, signal);
    connection.then(
      (socket) => {
        done(null, socket);
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)), null);
      },
    );
  };
}

function openSocket(proxy: Proxy, signal: AbortSignal): Promise<Socket> {
  const { isHttps, hostname: host, port } = proxy;
  const socket = isHttps ? tls.connect({ host, port, ...serverNameOf(host) }) : connect({ host, port });
  return untilConnected(socket, isHttps ? "secureConnect" : "connect", signal).catch((error: unknown) => {
    throw unreachableProxy(proxy, error);
  });
}

/** Opens a TLS connection through the proxy. */
export async function openTunnel(
  proxy: Proxy,
  target: Pick<Target, "hostname" | "port">,
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname: host, port } = target;
  const tunnel = await requestTunnel(
    proxy,
    `${isIPv6(host) ? `[${host}]` : host}:${port === "" ? 443 : port}`,
    signal,
  );
  const socket = tls.connect({ socket: tunnel, host, ALPNProtocols: ["http/1.1"], ...serverNameOf(host) });
  return untilConnected(socket, "secureConnect", signal);
}

/** No server name belongs to an IP address. */
function serverNameOf(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function requestTunnel(proxy: Proxy, target: string, signal: AbortSignal): Promise<Socket> {
  const { isHttps, hostname: host, port, authorization } = proxy;
  return new Promise((resolve, reject) => {
    const request = (isHttps ? https : http).request({
      method: "CONNECT",
      host,
      port,
      path: target,
      headers: {
        Host: target,
        ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization.reveal() }),
      },
      signal,
    });
    request.setTimeout(stepTimeout, () => request.destroy(tooSlow()));
    request.once("error", (error) => {
      reject(unreachableProxy(proxy, error));
    });
    request.once("connect", ({ statusCode = 0 }, tunnel: Socket, head: Buffer) => {
      tunnel.setTimeout(0);
      if (statusCode < 200 || statusCode > 299) {
        tunnel.destroy();
        reject(ProxyError.ofStatus(proxy, statusCode));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
    });
    request.end();
  });
}

function untilConnected(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const cancel = () => socket.destroy(new Error("the transport was closed"));
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    const timer = setTimeout(() => socket.destroy(tooSlow()), stepTimeout);
    const stopListening = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      socket.off("error", fail);
    };
    const fail = (error: Error) => {
      stopListening();
      reject(error);
    };
    socket.once("error", fail);
    socket.once(event, () => {
      stopListening();
      resolve(socket);
    });
  });
}

function tooSlow(): Error {
  return new Error(`no response within ${stepTimeout} ms`);
}

function unreachableProxy(proxy: Proxy, error: unknown): ProxyError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ProxyError(proxy, `is unreachable: ${code ?? message}`, { cause: error });
}
