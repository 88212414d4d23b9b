/** Valid HTTP requests with hostile paths, hosts and methods. */
import { alerts, emulatorUnderAttack, hosts, json, request, token } from "./hostile-http";

const { statusOf } = emulatorUnderAttack();

describe("a request with an unusual target", () => {
  const nothing = `//x //${hosts} /% /%/ /%zz /api/v2/% /api/v2/%zz /_emulator/%zz /api/v2/../../etc/passwd`;
  const outside = `/api/v2/%2e%2e/%2E%2e/etc/passwd /api/v2/${"a/".repeat(4000)}`;
  const ids = `%zz % %e0%a4%a %ff%fe %00 %2f%2e%2e %25 -1 1e0 __proto__ ${"9".repeat(99)}`;
  const configs = ids.split(" ").map((id) => `${alerts}/${id}/config`);
  it.each([...`${nothing} ${outside}`.split(" "), ...configs])("gets status 404: %s", async (target) => {
    expect(await statusOf(request(target))).toBe(404);
  });

  it.each(["/", "//", "/?x=%zz", "http:///x", "http:////x"])(
    "gets status 200, the page: %s",
    async (target) => {
      expect(await statusOf(request(target))).toBe(200);
    },
  );

  const dots = `${hosts}/../config/alerts /_emulator/../api/v2/hosts ${hosts}#x`;
  const queries = `${hosts}?x=\\ ${hosts}?%zz=1&&&===&% ${hosts}?__proto__=1 ${hosts}?${"a=1&".repeat(3000)}`;
  const elsewhere = `http://localhost${hosts} http://evil.example${hosts} https://[::1]:80${hosts}`;
  it.each(`${dots} ${queries} ${elsewhere}`.split(" "))("gets status 200: %s", async (target) => {
    expect(await statusOf(request(target))).toBe(200);
  });

  const pathless =
    "* x ? # api/v2/hosts localhost:80 javascript:alert(1) file:///etc/passwd ftp://a/x HTTP://a/x";
  const sites = "http:// http:/// http://% http://[/x http://a:99999/x http://a\\b/x";
  const odd = [`/api/v2\\hosts`, "/\\evil.example", "/h\u00f6st", "/a b", "/\0", ""];
  it.each([...`${pathless} ${sites}`.split(" "), ...odd])("gets status 400: %j", async (target) => {
    expect(await statusOf(request(target))).toBe(400);
    expect(await statusOf(request(target, ["Content-Length: 2", json], "POST", "{}"))).toBe(400);
  });

  it.each(["%zz", "%00", "1e400"])("gets status 400: the query parameter %s", async (from) => {
    expect(await statusOf(request(`${hosts}?from=${from}`))).toBe(400);
  });

  it.each("TRACE OPTIONS PATCH PROPFIND M-SEARCH QUERY".split(" "))(
    "gets status 405: the method %s",
    async (method) => {
      expect(await statusOf(request(hosts, ["Content-Length: 2"], method, "{}"))).toBe(405);
    },
  );

  it.each(["get", "FOO", "PRI", "GE T", "G\0ET", "\u00ff", ""])(
    "gets status 400: the method %j",
    async (method) => {
      expect(await statusOf(request(hosts, [], method))).toBe(400);
    },
  );
});

it("closes the connection of a proxy request", async () => {
  expect(await statusOf(request("localhost:80", [], "CONNECT"))).toBeUndefined();
});

describe("a request with an unusual Host header", () => {
  const withHost = (...fields: string[]) => [`GET ${hosts} HTTP/1.1`, token, ...fields, "", ""].join("\r\n");
  const names =
    "% %00 a/b a?b a#b a\\b u@a <a> \u00ff 999.999.999.999 1.2.3.4.5 xn-- a.XN--:80 u:p@127.0.0.1:80";
  const ports = ": :80 a: a:99999 a:-1 a:x [ [::1 ] [::1]x";
  it.each(["", " ", "a b", ...`${names} ${ports}`.split(" ")])("gets status 400 or 403: %j", async (host) => {
    expect([400, 403]).toContain(await statusOf(withHost(`Host: ${host}`)));
  });

  it("gets status 400 without a Host header, except with HTTP/1.0", async () => {
    expect(await statusOf(withHost())).toBe(400);
    expect(await statusOf(withHost("Host: a", "Host: localhost"))).toBe(403);
    expect(await statusOf(`GET ${hosts} HTTP/1.0\r\n${token}\r\n\r\n`)).toBe(200);
  });

  it.each([
    ["LOCALHOST:80", 200],
    ["[::1]:4200", 200],
    ["evil.example", 403],
    ["a_b", 403],
  ])("%s gets status %d", async (host, status) => {
    expect(await statusOf(withHost(`Host: ${host}`))).toBe(status);
  });
});
