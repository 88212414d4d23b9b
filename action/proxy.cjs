// Generated from src/client by npm run generate.
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// <stdin>
var stdin_exports = {};
__export(stdin_exports, {
  openTunnel: () => openTunnel,
  selectProxy: () => selectProxy
});
module.exports = __toCommonJS(stdin_exports);

// src/client/proxy.ts
var import_node_net = require("node:net");

// src/diagnostics/secret.ts
var placeholder = "[secret]";
var Secret = class {
  #text;
  #pattern;
  constructor(text) {
    this.#text = text;
  }
  /** Returns the secret text. Use it only for request headers. */
  reveal() {
    return this.#text;
  }
  /**
   * Replaces every occurrence of the secret in a text from outside, in any encoding: JSON and JavaScript, percent, HTML entities,
   * hexadecimal and base64. A base64 or hexadecimal encoding is also found inside the encoding of a longer text, such as a header.
   */
  redact(text) {
    if (this.#text === "") return text;
    this.#pattern ??= encodedPattern(this.#text);
    return text.replace(this.#pattern, placeholder);
  }
  toString() {
    return placeholder;
  }
  toJSON() {
    return placeholder;
  }
  [/* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom")]() {
    return placeholder;
  }
};
function encodedPattern(secret) {
  const encodings = [secret, ...base64Encodings(secret)].map(
    (text) => Array.from(text, characterPattern).join("")
  );
  const bytes = Array.from(Buffer.from(secret), (byte) => ignoreCase(byte.toString(16).padStart(2, "0")));
  const hex = bytes.length * 2 < minEncodedLength ? [] : [bytes.join(String.raw`[\s:,]?`)];
  return new RegExp([...encodings, ...hex].join("|"), "g");
}
var entityNames = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos"
};
function characterPattern(character) {
  const code = character.charCodeAt(0);
  const hex = ignoreCase(code.toString(16).padStart(2, "0"));
  const name = entityNames[character];
  const entities = [`#0*${code}`, `#[xX]0*${hex}`, ...name === void 0 ? [] : [name]].join("|");
  const escapes = [
    `u00${hex}`,
    `u\\{0*${hex}\\}`,
    `x${hex}`,
    .../\w/.test(character) ? [] : [literalPattern(character)]
  ];
  return `(?:%(?:25)*${hex}|&(?:amp;)*(?:${entities});?|\\\\{1,8}(?:${escapes.join("|")})|${literalPattern(character)})`;
}
function literalPattern(character) {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
function ignoreCase(digits) {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
var minEncodedLength = 8;
function base64Encodings(text) {
  const encodings = [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
    const encoded = bytes.toString("base64").slice(Math.ceil(offset * 8 / 6), Math.floor(bytes.length * 8 / 6));
    return [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return encodings.filter((encoding) => encoding.length >= minEncodedLength);
}

// src/client/base-url.ts
function isLoopback(hostname) {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

// src/client/proxy.ts
function selectProxy(url, environment) {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = [name.toLowerCase(), name].find((key) => (environment[key] ?? "").trim() !== "");
  const exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  if (variable === void 0 || isLoopback(url.hostname) || isException(url, exceptions)) {
    return { ok: true, proxy: void 0 };
  }
  const proxy = parseProxy(variable, (environment[variable] ?? "").trim());
  if (proxy !== void 0) return { ok: true, proxy };
  return {
    ok: false,
    problem: {
      severity: "error",
      what: `${variable} is not the URL of an HTTP proxy.`,
      where: { field: ["base_url"] },
      remedy: `Set ${variable} to the proxy, for example http://proxy.example.com:3128. To connect directly, add ${url.hostname} to NO_PROXY.`
    }
  };
}
function parseProxy(variable, text) {
  try {
    const url = new URL(text.includes("://") ? text : `http://${text}`);
    if (url.protocol !== "http:" && url.protocol !== "https:") return void 0;
    const isHttps = url.protocol === "https:";
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return {
      isHttps,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port === "" ? isHttps ? 443 : 80 : url.port),
      authorization: credentials === ":" ? void 0 : new Secret(`Basic ${Buffer.from(credentials).toString("base64")}`),
      label: `${url.origin} (${variable})`
    };
  } catch {
    return void 0;
  }
}
function isException(url, exceptions) {
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port === "" ? url.protocol === "https:" ? "443" : "80" : url.port;
  return exceptions.toLowerCase().split(/[\s,]+/).some((item) => matchesItem(item, host, port));
}
function matchesItem(item, host, port) {
  if (item === "" || item === "*") return item === "*";
  const [network = "", prefix] = item.split("/");
  if (prefix !== void 0) return isInRange(host, network, Number(prefix));
  const [, bracketed, plain = item, itemPort] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(item) ?? [];
  if (itemPort !== void 0 && itemPort !== port) return false;
  const domain = (bracketed ?? plain).replace(/^\*?\.|\.$/g, "");
  return host === domain || (0, import_node_net.isIP)(host) === 0 && domain !== "" && host.endsWith(`.${domain}`);
}
function isInRange(host, network, prefix) {
  const version = (0, import_node_net.isIP)(host);
  if (version === 0 || (0, import_node_net.isIP)(network) !== version) return false;
  const type = version === 4 ? "ipv4" : "ipv6";
  const max = version === 4 ? 32 : 128;
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > max) return false;
  const list = new import_node_net.BlockList();
  list.addSubnet(network, prefix, type);
  return list.check(host, type);
}

// src/client/proxy-connector.ts
var http = __toESM(require("node:http"));
var https = __toESM(require("node:https"));
var import_node_net2 = require("node:net");
var tls = __toESM(require("node:tls"));
var stepTimeout = 3e4;
var ProxyError = class _ProxyError extends Error {
  name = "ProxyError";
  constructor(proxy, problem, options) {
    super(`the proxy ${proxy.label} ${problem}`, options);
  }
  static ofStatus(proxy, status) {
    const hint = status === 407 ? ": it requires a user name and password" : "";
    return new _ProxyError(proxy, `answered with status ${status}${hint}`);
  }
};
async function openTunnel(proxy, target, signal) {
  const { hostname: host, port } = target;
  const tunnel = await requestTunnel(
    proxy,
    `${(0, import_node_net2.isIPv6)(host) ? `[${host}]` : host}:${port === "" ? 443 : port}`,
    signal
  );
  const socket = tls.connect({ socket: tunnel, host, ALPNProtocols: ["http/1.1"], ...serverNameOf(host) });
  return untilConnected(socket, "secureConnect", signal);
}
function serverNameOf(host) {
  return (0, import_node_net2.isIP)(host) === 0 ? { servername: host } : {};
}
function requestTunnel(proxy, target, signal) {
  const { isHttps, hostname: host, port, authorization } = proxy;
  return new Promise((resolve, reject) => {
    const request = (isHttps ? https : http).request({
      method: "CONNECT",
      host,
      port,
      path: target,
      headers: {
        Host: target,
        ...authorization === void 0 ? {} : { "Proxy-Authorization": authorization.reveal() }
      },
      signal
    });
    request.setTimeout(stepTimeout, () => request.destroy(tooSlow()));
    request.once("error", (error) => {
      reject(unreachableProxy(proxy, error));
    });
    request.once("connect", ({ statusCode = 0 }, tunnel, head) => {
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
function untilConnected(socket, event, signal) {
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
    const fail = (error) => {
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
function tooSlow() {
  return new Error(`no response within ${stepTimeout} ms`);
}
function unreachableProxy(proxy, error) {
  const { code, message } = error;
  return new ProxyError(proxy, `is unreachable: ${code ?? message}`, { cause: error });
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  openTunnel,
  selectProxy
});
