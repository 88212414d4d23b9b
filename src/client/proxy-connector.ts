/** Opens connections through an HTTP proxy. A failure occurs before a connection to the service exists, so the service received nothing. */
import { once as onceEmitted } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { connect, isIP, isIPv6, type Socket } from "node:net";
import * as tls from "node:tls";
import { type buildConnector } from "undici";
import { type Proxy } from "./connection";

type Connector = buildConnector.connector;
type TunnelTarget = Parameters<Connector>[0];

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

async function openSocket(proxy: Proxy, signal: AbortSignal): Promise<Socket> {
  const { isHttps, hostname: host, port } = proxy;
  const socket = isHttps ? tls.connect({ host, port, ...serverNameOf(host) }) : connect({ host, port });
  try {
    await once(socket, isHttps ? "secureConnect" : "connect", signal);
  } catch (error) {
    throw unreachableProxy(proxy, error);
  }
  return socket;
}

async function openTunnel(
  proxy: Proxy,
  target: Pick<TunnelTarget, "hostname" | "port">,
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname: host, port } = target;
  const tunnel = await requestTunnel(
    proxy,
    `${isIPv6(host) ? `[${host}]` : host}:${port === "" ? 443 : port}`,
    signal,
  );
  const socket = tls.connect({ socket: tunnel, host, ALPNProtocols: ["http/1.1"], ...serverNameOf(host) });
  await once(socket, "secureConnect", signal);
  return socket;
}

/** TLS permits no IP address as a server name. */
function serverNameOf(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

async function requestTunnel(proxy: Proxy, target: string, signal: AbortSignal): Promise<Socket> {
  const { isHttps, hostname: host, port, authorization } = proxy;
  const headers = {
    Host: target,
    ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization.reveal() }),
  };
  const request = (isHttps ? https : http).request({ method: "CONNECT", host, port, path: target, headers });
  request.end();
  const connected = once(request, "connect", signal).catch((error: unknown) => {
    throw unreachableProxy(proxy, error);
  });
  // Node passes these arguments to the listeners of "connect".
  const [{ statusCode = 0 }, tunnel, head] = (await connected) as [http.IncomingMessage, Socket, Buffer];
  if (statusCode < 200 || statusCode > 299) {
    tunnel.destroy();
    throw ProxyError.ofStatus(proxy, statusCode);
  }
  if (head.length > 0) tunnel.unshift(head);
  return tunnel;
}

/** Waits for an event of the step, and destroys the step if it fails. @throws its error */
async function once(
  step: Socket | http.ClientRequest,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
): Promise<unknown[]> {
  const deadline = AbortSignal.timeout(stepTimeout);
  try {
    const emitted: unknown[] = await onceEmitted(step, event, {
      signal: AbortSignal.any([signal, deadline]),
    });
    return emitted;
  } catch (error) {
    step.on("error", () => undefined).destroy();
    if (deadline.aborted) throw new Error(`no response within ${stepTimeout} ms`, { cause: error });
    throw signal.aborted ? new Error("the transport was closed", { cause: error }) : error;
  }
}

function unreachableProxy(proxy: Proxy, error: unknown): ProxyError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ProxyError(proxy, `is unreachable: ${code ?? message}`, { cause: error });
}
