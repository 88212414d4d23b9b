/**
 * Opens TLS connections through an HTTP proxy (CONNECT). A refused or failed tunnel is an error before the connection exists, so it
 * proves that the service received nothing.
 */
import * as http from "node:http";
import * as https from "node:https";
import { isIPv6, type Socket } from "node:net";
import * as tls from "node:tls";
import { type Proxy } from "./proxy";

/** Max milliseconds until the proxy has opened a tunnel. */
const tunnelTimeout = 30_000;

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

export class TunnelAgent extends https.Agent {
  readonly #proxy: Proxy;
  readonly #pending = new Set<http.ClientRequest>();

  constructor(proxy: Proxy, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** Called by Node for each new connection. Later requests reuse it. */
  createConnection(
    options: https.RequestOptions & tls.ConnectionOptions,
    done: (error: Error | null, socket?: Socket) => void,
  ): void {
    const proxy = this.#proxy;
    const { host = "", port = 443 } = options;
    const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
    const connect = requestToProxy(proxy, { method: "CONNECT", path: target, headers: { Host: target } });
    this.#pending.add(connect);
    connect.once("close", () => this.#pending.delete(connect));
    connect.setTimeout(tunnelTimeout, () =>
      connect.destroy(new Error(`no response within ${tunnelTimeout} ms`)),
    );
    connect.once("error", (error: NodeJS.ErrnoException) => {
      done(new ProxyError(proxy, `is unreachable: ${error.code ?? error.message}`, { cause: error }));
    });
    connect.once("connect", ({ statusCode = 0 }, tunnel: Socket, head: Buffer) => {
      tunnel.setTimeout(0);
      if (statusCode < 200 || statusCode > 299) {
        tunnel.destroy();
        done(ProxyError.ofStatus(proxy, statusCode));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      const secure = tls.connect({ ...options, path: undefined, socket: tunnel });
      const fail = (error: Error) => {
        done(error);
      };
      secure.once("error", fail);
      secure.once("secureConnect", () => {
        secure.off("error", fail);
        done(null, secure);
      });
    });
    connect.end();
  }

  override destroy(): void {
    for (const connect of this.#pending) connect.destroy();
    super.destroy();
  }
}

/** A request that the proxy answers or forwards, with the credentials for the proxy. */
export function requestToProxy(
  { isHttps, hostname, port, authorization }: Proxy,
  {
    headers,
    ...options
  }: Omit<http.RequestOptions, "headers"> & { readonly headers: Record<string, string> },
): http.ClientRequest {
  return (isHttps ? https : http).request({
    ...options,
    host: hostname,
    port,
    headers: {
      ...headers,
      ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization.reveal() }),
    },
  });
}
