/** Invalid HTTP, oversize requests and random bytes: the emulator rejects them and keeps responding. */
import fc from "fast-check";
import { alerts, emulatorUnderAttack, hosts, json, request, token } from "./hostile-http";

const { respondTo, statusOf } = emulatorUnderAttack();
const post = (...headers: string[]) => request(alerts, [json, ...headers], "POST");

describe("invalid HTTP", () => {
  const fields = ["nonsense", "a b: c", "a : c", ": c", "a: \0", "a: b\r\n c", "a: b\rc: d", "\u00ff: a"];
  const lengths = ["-1", "+1", "1.5", "0x10", "abc", "1 1", "", String(2n ** 64n), "1\r\nContent-Length: 2"];
  const codings = ["gzip", "chunked, gzip", "chunked\r\nContent-Length: 1"];
  const chunks = [
    "zz\r\n",
    "-1\r\n",
    "\r\n",
    "5\r\nabc\r\n0\r\n",
    "FFFFFFFFFFFFFFFFF\r\n",
    "1\r\naXX",
    "0\r\nx y\r\n",
  ];
  const lines = [
    "GET / HTTP/9.9\r\n\r\n",
    "GET / \r\n\r\n",
    "GET / ICY/1.0\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n",
  ];
  const others = [
    "SSH-2.0-A\r\n",
    "*1\r\n$4\r\nPING\r\n",
    "EHLO a\r\n",
    "\0\0\0",
    "\n\0",
    "\x16\x03\x01",
    request("/") + "\0",
  ];
  const all = [
    ...fields.map((field) => request(hosts, [field])),
    ...lengths.map((length) => post(`Content-Length: ${length}`)),
    ...codings.map((coding) => post(`Transfer-Encoding: ${coding}`)),
    ...chunks.map((chunk) => post("Transfer-Encoding: chunked") + chunk),
    ...[...lines, ...others, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", request(hosts).replace("\r", "")],
  ];
  it.each(all)("gets status 400: %j", async (bytes) => {
    const response = await respondTo({ bytes });
    expect(response?.status).toBe(400);
    expect(response?.head).toMatch(/^connection: close\r$/im);
  });

  const parts = ["G", "GET /\r\n", `GET ${hosts} HTTP/1.1\r\nHost`, `${post("Content-Length: 9")}{`, "\x16"];
  it.each(parts)("gets status 400: %j, then end of input", async (bytes) => {
    expect(await statusOf(bytes, true)).toBe(400);
  });
});

describe("an oversize request", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: b`);
  const endless = `Content-Length: ${2n ** 64n - 1n}`;
  it.each([
    [431, "a long header", request(hosts, [`a: ${"x".repeat(17_000)}`])],
    [431, "a header that is still being sent", request(hosts, [`a: ${"x".repeat(10_000_000)}`])],
    [431, "many headers", request(hosts, fields(5000))],
    [200, "some headers", request(hosts, fields(500))],
    [431, "a long path", request(`/api/v2/${"x".repeat(20_000)}`)],
    [413, "a long chunk extension", `${post("Transfer-Encoding: chunked")}1;${"x".repeat(20_000)}`],
    [413, "an endless body", post(endless)],
    [413, "an endless fault", request("/_emulator/faults", [json, endless], "POST")],
    [200, "an endless read", request(hosts, [endless])],
    [400, "nesting", `${post("Content-Length: 500000")}${"[".repeat(500_000)}`],
    [417, "an expectation", request(hosts, ["Expect: a pony"])],
    [200, "an upgrade", request(hosts, ["Connection: Upgrade", "Upgrade: websocket"])],
  ])("gets status %d: %s", async (status, _what, bytes) => {
    expect(await statusOf(bytes)).toBe(status);
  });
});

describe("random input", () => {
  const latin = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
  const text = fc.string({ unit: latin, maxLength: 9 });
  const part = fc.constantFrom("/", "//", "..", "%", "%2e", "?", "#", ":", "@", "\\", "api/v2", "hosts");
  const sent = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE"),
    target: fc.array(fc.oneof(text, part), { maxLength: 6 }).map((parts) => parts.join("")),
    host: fc.option(text, { nil: "localhost" }),
    name: fc.constantFrom("X-Indent", "Accept", "Content-Type", "Expect", "x-vc-payload-query-string"),
    value: fc.oneof(text, fc.constant("1")),
    body: text,
  });

  it("gets a response, whatever its target, host, header and body", async () => {
    const property = fc.asyncProperty(sent, async ({ method, target, host, name, value, body }) => {
      const fields = [`Host: ${host}`, token, `${name}: ${value}`, `Content-Length: ${body.length}`];
      const head = [`${method} /${target} HTTP/1.1`, ...fields].map((line) => line.replace(/[\r\n]/g, ""));
      expect(await statusOf([...head, "", body].join("\r\n"))).toBeDefined();
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it("of any bytes is rejected", async () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 60 })
      .filter(([first]) => first !== 10 && first !== 13);
    const property = fc.asyncProperty(bytes, async (sent) => {
      expect(await statusOf(sent, true)).toBe(400);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
