/** Resolution of connections from settings and environment variables. */
import { inspect } from "node:util";
import { type ConnectionSettings, parseBaseUrl, resolveConnection } from "../../src/client";

const goodUrl = "https://app.example.com";

describe("a base URL", () => {
  it.each([
    ["https://app.example.com", "https://app.example.com/"],
    ["https://app.example.com///", "https://app.example.com/"],
    ["https://app.example.com:8443/gateway/", "https://app.example.com:8443/gateway"],
    ["http://localhost:8080", "http://localhost:8080/"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
    ["http://127.9.9.9", "http://127.9.9.9/"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
    ["HTTP://LOCALHOST", "http://localhost/"],
  ])("%s is accepted", (text, href) => {
    expect(parseBaseUrl(text)).toMatchObject({ ok: true, url: { href } });
  });

  it.each([
    ["app.example.com", "is not a URL"],
    ["", "is not a URL"],
    ["ftp://app.example.com", "ftp://"],
    ["http://app.example.com", "plain http://"],
    ["http://localhost.example.com", "plain http://"],
    ["http://127.0.0.1.example.com", "plain http://"],
    ["http://0.0.0.0:8080", "plain http://"],
    ["https://user:hush@app.example.com", "user name or password"],
    ["https://app.example.com?env=1", "query"],
    ["https://app.example.com#alerts", "fragment"],
    ["https://app.example.com/#", "fragment"],
    ["https://app.example.com?", "query"],
    ["https://app.example.com/api/v2", "/api/v2"],
    ["https://app.example.com/api/v2/", "/api/v2"],
  ])("%j is refused with a remedy", (text, reason) => {
    const result = parseBaseUrl(text);
    if (result.ok) throw new Error("it was accepted");
    expect(result.problem.what).toContain(reason);
    expect(result.problem.remedy).toBeDefined();
    expect(JSON.stringify(result.problem)).not.toContain("hush");
  });
});

describe("a connection", () => {
  const resolve = (settings: ConnectionSettings, environment: NodeJS.ProcessEnv = {}) => {
    const result = resolveConnection(settings, environment);
    return result.ok
      ? {
          url: result.connection.baseUrl.href,
          api: result.connection.apiToken.reveal(),
          agent: result.connection.agentToken.reveal(),
        }
      : result.problems.map(({ where }) => where?.field?.join("."));
  };

  it("reads environment variables", () => {
    const environment = { DBMON_BASE_URL: goodUrl, DBMON_API_TOKEN: "t", DBMON_AGENT_TOKEN: "a" };
    expect(resolve({}, environment)).toEqual({ url: `${goodUrl}/`, api: "t", agent: "a" });
  });

  it.each(["1", "true"])("permits plain http:// to other hosts only with DBMON_ALLOW_HTTP=%s", (allowed) => {
    const environment = { DBMON_BASE_URL: "http://db.internal:8080", DBMON_API_TOKEN: "t" };
    expect(resolve({}, environment)).toEqual(["base_url"]);
    expect(resolve({}, { ...environment, DBMON_ALLOW_HTTP: "0" })).toEqual(["base_url"]);
    expect(resolve({}, { ...environment, DBMON_ALLOW_HTTP: allowed })).toMatchObject({
      url: "http://db.internal:8080/",
    });
  });

  it.each([
    ["app.example.com", goodUrl],
    [" other.example , APP.example.com", `${goodUrl}:8443`],
    ["*.example.com", goodUrl],
    ["127.0.0.1,[::1]", "http://[::1]:8080"],
    ["", goodUrl],
    [" , ", goodUrl],
  ])("DBMON_ALLOWED_HOSTS=%j allows %s", (hosts, baseUrl) => {
    const { api } = resolve({ baseUrl, apiToken: "t" }, { DBMON_ALLOWED_HOSTS: hosts }) as { api: string };
    expect(api).toBe("t");
  });

  it.each([
    ["other.example", goodUrl, "does not allow the host app.example.com"],
    ["example.com,app", goodUrl, "does not allow the host app.example.com"],
    ["*.example.com", "https://example.com", "does not allow the host example.com"],
    [
      "*.example.com",
      "https://app.example.com.evil.example",
      "does not allow the host app.example.com.evil.example",
    ],
    ["app.example.com", "http://127.0.0.1:8080", "does not allow the host 127.0.0.1"],
    [
      "https://app.example.com",
      goodUrl,
      'contains "https://app.example.com", which is not the name of a host',
    ],
    ["app.example.com:443", goodUrl, 'contains "app.example.com:443"'],
  ])("DBMON_ALLOWED_HOSTS=%j refuses %s", (hosts, baseUrl, reason) => {
    const result = resolveConnection({ baseUrl, apiToken: "hush" }, { DBMON_ALLOWED_HOSTS: hosts });
    if (result.ok) throw new Error("it was accepted");
    expect(result.problems).toMatchObject([{ where: { field: ["base_url"] } }]);
    expect(result.problems[0]?.what).toContain(reason);
    expect(result.problems[0]?.remedy).toBeDefined();
    expect(JSON.stringify(result.problems)).not.toContain("hush");
  });

  it("prefers settings over environment variables", () => {
    const environment = { DBMON_BASE_URL: "https://other.example", DBMON_API_TOKEN: "other" };
    expect(resolve({ baseUrl: goodUrl, apiToken: "t" }, environment)).toEqual({
      url: `${goodUrl}/`,
      api: "t",
      agent: "t",
    });
  });

  it("trims the line break after a token", () => {
    expect(resolve({ baseUrl: ` ${goodUrl}\n`, apiToken: "t\r\n" })).toMatchObject({ api: "t" });
  });

  it("reports all missing and invalid values at once", () => {
    expect(resolve({})).toEqual(["base_url", "api_token"]);
    expect(resolve({ baseUrl: "http://far.example", apiToken: "two words", agentToken: "ü" })).toEqual([
      "base_url",
      "api_token",
      "agent_token",
    ]);
  });

  it("never shows a token, neither in problems nor when printed", () => {
    const refused = resolveConnection({ baseUrl: goodUrl, apiToken: "hush hush" }, {});
    expect(JSON.stringify(refused)).not.toContain("hush");
    const result = resolveConnection({ baseUrl: goodUrl, apiToken: "hush" }, {});
    if (!result.ok) throw new Error("it was refused");
    const { apiToken } = result.connection;
    const shown = [JSON.stringify(result), String(apiToken), inspect(result, { depth: 9, showHidden: true })];
    expect(shown.join("\n")).not.toContain("hush");
    expect(apiToken.reveal()).toBe("hush");
  });
});
