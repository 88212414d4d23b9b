/** Commands behind a proxy: a real one on the loopback interface, in front of a service with the name service.example. */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { resolveConnection } from "../../../src/client";
import { selfSignedCertificate } from "../../../src/tfplugin/process/certificate";
import { alerts, commandBench, deployed, token } from "../../support/command";
import { skipWaits } from "../../support/programs";
import { HttpProxy } from "../../support/proxies";

const bench = commandBench();
const password = "pa:ss/word";
const credentials = `mira:${encodeURIComponent(password)}@`;

/** A service that has no hosts. */
async function startService(scheme: "http" | "https") {
  const paths: string[] = [];
  const { keyPem: key, certificatePem } = selfSignedCertificate(new Date());
  const server = scheme === "https" ? createServer({ key, cert: certificatePem }) : createHttpServer();
  server.on("request", (request, response) => {
    const { host = "", "proxy-authorization": credentialsOfProxy = "" } = request.headers;
    paths.push(host + (request.url ?? "") + credentialsOfProxy);
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"data": []}');
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  bench.onClose(() => {
    server.closeAllConnections();
    server.close();
  });
  return { paths, server, certificatePem };
}

/** The service, and a proxy in front of it. */
async function setUp(scheme: "http" | "https") {
  const { paths, server } = await startService(scheme);
  const proxy = await HttpProxy.start((server.address() as AddressInfo).port);
  bench.onClose(() => proxy.stop());
  const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const run = await bench.dbmon(args, {
      environment: {
        DBMON_BASE_URL: `${scheme}://service.example`,
        DBMON_API_TOKEN: token,
        DBMON_ALLOW_HTTP: "1",
        // The certificate of the test is self-signed.
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
        NODE_NO_WARNINGS: "1",
        [`${scheme.toUpperCase()}_PROXY`]: `http://${credentials}127.0.0.1:${String(proxy.port)}`,
        ...more,
      },
    });
    expect(run.stdout + run.stderr).not.toContain(password);
    expect(run.stdout + run.stderr).not.toContain(encodeURIComponent(password));
    return run;
  };
  return { paths, proxy, run };
}

it("HTTPS goes through a tunnel, which the calls share", async () => {
  const { paths, proxy, run } = await setUp("https");
  const { stdout } = await run(["doctor", "--try-writes"]);
  expect(stdout).toContain("https://service.example is reachable");
  expect(stdout).toContain(
    `Requests go through the proxy http://127.0.0.1:${String(proxy.port)} (HTTPS_PROXY).`,
  );
  expect(paths.length).toBeGreaterThan(1);
  expect(new Set(paths.map((path) => path.split("/")[0]))).toEqual(new Set(["service.example"]));
  expect(proxy.requests).toEqual([`CONNECT service.example:443 mira:${password}`]);
});

it("plain HTTP is forwarded", async () => {
  const { paths, proxy, run } = await setUp("http");
  expect(await run(["list", "hosts"])).toMatchObject({ code: 0 });
  expect(paths).toEqual(["service.example/api/v2/hosts?nest=tags"]);
  expect(proxy.requests).toEqual([`GET http://service.example/api/v2/hosts?nest=tags mira:${password}`]);
});

it.each(["http", "https"] as const)("a proxy that refuses %s is reported, without a call", async (scheme) => {
  const { paths, proxy, run } = await setUp(scheme);
  proxy.refusal = 407;
  const { code, stderr } = await run(["list", "hosts"], skipWaits);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `(the proxy http://127.0.0.1:${String(proxy.port)} (${scheme.toUpperCase()}_PROXY) answered with status 407: it requires a user name and password)`,
  );
  expect(paths).toEqual([]);
});

const untrusted =
  "The TLS certificate is not trusted. Set NODE_EXTRA_CA_CERTS to the PEM file of its authority.";

it.each([[["doctor"]], [["plan", "alerts.yaml"]], [["list", "hosts"]]])(
  "without a proxy, %j reports a certificate that is not trusted, and trusts that of NODE_EXTRA_CA_CERTS",
  async (args) => {
    bench.write("alerts.yaml", alerts(deployed));
    const { server, certificatePem } = await startService("https");
    const environment = {
      DBMON_BASE_URL: `https://localhost:${String((server.address() as AddressInfo).port)}`,
      DBMON_API_TOKEN: token,
      ...skipWaits,
    };
    const refused = await bench.dbmon(args, { environment });
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain(untrusted);
    const NODE_EXTRA_CA_CERTS = bench.write("authority.pem", certificatePem);
    const { stdout, stderr } = await bench.dbmon(args, {
      environment: { ...environment, NODE_EXTRA_CA_CERTS },
    });
    expect(stdout + stderr).not.toMatch(/cannot connect|certificate/);
  },
);

it("a certificate that is not trusted is reported, without a call", async () => {
  const { paths, run } = await setUp("https");
  const { stderr } = await run(["list", "hosts"], {
    NODE_TLS_REJECT_UNAUTHORIZED: "1",
    ...skipWaits,
  });
  expect(stderr).toContain("cannot connect to https://service.example (DEPTH_ZERO_SELF_SIGNED_CERT)");
  expect(stderr).toContain(untrusted);
  expect(paths).toEqual([]);
});

it("a proxy that does not listen, and one that is no URL, are reported", async () => {
  const { proxy, run } = await setUp("https");
  const free = proxy.port;
  await proxy.stop();
  const gone = await run(["list", "hosts"], skipWaits);
  expect(gone.stderr).toContain(
    `the proxy http://127.0.0.1:${String(free)} (HTTPS_PROXY) is unreachable: ECONNREFUSED`,
  );
  const invalid = await run(["list", "hosts"], { https_proxy: "socks5://mira:hush@127.0.0.1" });
  expect(invalid.stderr).toContain("https_proxy is not the URL of an HTTP proxy.");
  expect(invalid.stderr).not.toContain("hush");
});

describe("the proxy of a base URL", () => {
  const proxyOf = (baseUrl: string, environment: NodeJS.ProcessEnv) => {
    const result = resolveConnection({ baseUrl, apiToken: "t" }, { DBMON_ALLOW_HTTP: "1", ...environment });
    if (!result.ok) throw new Error(result.problems[0]?.what);
    const { proxy } = result.connection;
    return proxy && `${proxy.isHttps ? "https" : "http"} ${proxy.hostname} ${String(proxy.port)}`;
  };
  const secure = "https://app.example.com";

  it.each<[string, string, NodeJS.ProcessEnv, string | undefined]>([
    [
      "the variable of its scheme",
      secure,
      { HTTPS_PROXY: "http://p:3128", HTTP_PROXY: "http://q" },
      "http p 3128",
    ],
    [
      "the variable of its scheme",
      "http://a.example",
      { HTTPS_PROXY: "http://p", HTTP_PROXY: "http://q" },
      "http q 80",
    ],
    ["lower case first", secure, { HTTPS_PROXY: "http://p", https_proxy: "http://q" }, "http q 80"],
    ["an empty variable", secure, { HTTPS_PROXY: "" }, undefined],
    ["a proxy without a scheme", secure, { HTTPS_PROXY: "p:3128" }, "http p 3128"],
    ["a proxy with TLS", secure, { HTTPS_PROXY: "https://p" }, "https p 443"],
    ["a proxy with IPv6", secure, { HTTPS_PROXY: "http://[::1]:3128" }, "http ::1 3128"],
    ["a loopback name", "http://localhost:8080", { HTTP_PROXY: "http://p" }, undefined],
    ["a loopback address", "https://127.0.0.2", { HTTPS_PROXY: "http://p" }, undefined],
  ])("%s: %s", (_, baseUrl, environment, expected) => {
    expect(proxyOf(baseUrl, environment)).toBe(expected);
  });

  it.each([
    [secure, "app.example.com", true],
    [secure, "APP.Example.COM.", true],
    [secure, "example.com", true],
    [secure, ".example.com", true],
    [secure, "*.example.com", true],
    [secure, "other.example,example.com", true],
    [secure, "other.example  example.com", true],
    [secure, "*", true],
    [secure, "app.example.com:443", true],
    [secure, "app.example.com:8443", false],
    [secure, "ample.com", false],
    [secure, "app.example.com.evil.example", false],
    [secure, "", false],
    [secure, ",.,", false],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://10.1.2.3", "2.3", false],
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://10.1.2.3", "10.0.0.0/16", false],
    ["https://10.1.2.3", "10.0.0.0/99", false],
    ["https://[fd00::1]:8443", "[fd00::1]:8443", true],
    ["https://[fd00::1]", "fd00::/8", true],
    [secure, "10.0.0.0/8", false],
  ])("%s with NO_PROXY=%j: direct %s", (baseUrl, exceptions, isDirect) => {
    for (const name of ["NO_PROXY", "no_proxy"]) {
      const proxy = proxyOf(baseUrl, { HTTPS_PROXY: "http://p", [name]: exceptions });
      expect(proxy === undefined).toBe(isDirect);
    }
  });
});
