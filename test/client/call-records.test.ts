/** One log record per HTTP request, without anything secret. */
import { type CallRecord, fieldsOfCallRecord } from "../../src/client";
import { clientBench, failureOf, json, newAlert, token } from "./client-bench";

const bench = clientBench();

function recorder() {
  const records: CallRecord[] = [];
  return { records, onCall: (record: CallRecord) => records.push(record) };
}

it("records each attempt with status, size and the delay before the retry", async () => {
  const { url } = await bench.serve((response, _request, count) => {
    json(response, count < 3 ? 503 : 200, { data: [] });
  });
  const { records, onCall } = recorder();
  await bench.client(url, { onCall }).client.listHosts({ from: -60 });
  const call = { method: "GET", path: "/api/v2/hosts", durationMs: 0, bytes: 11, error: undefined };
  expect(records).toEqual([
    { ...call, status: 503, attempt: 1, retryInMs: 250 },
    { ...call, status: 503, attempt: 2, retryInMs: 500 },
    { ...call, status: 200, attempt: 3, retryInMs: undefined },
  ]);
});

it("records a timeout of a write, which is not retried", async () => {
  const { url } = await bench.serve(() => undefined);
  const { records, onCall } = recorder();
  await failureOf(bench.client(url, { onCall, requestTimeout: 60 }).client.createAlert(newAlert));
  expect(records).toMatchObject([
    { method: "POST", status: undefined, error: "timeout", retryInMs: undefined },
  ]);
});

it("records a lost connection and its retry", async () => {
  const { url } = await bench.serve((response, _request, count) => {
    if (count === 1) response.destroy();
    else json(response, 200, []);
  });
  const { records, onCall } = recorder();
  await bench.client(url, { onCall }).client.listHosts();
  expect(records).toMatchObject([{ error: "ECONNRESET", retryInMs: 250 }, { status: 200 }]);
});

it("records a canceled call", async () => {
  const abortion = new AbortController();
  const { url } = await bench.serve(() => {
    abortion.abort();
  });
  const { records, onCall } = recorder();
  await failureOf(bench.client(url, { onCall }).client.listAlerts(abortion.signal));
  expect(records).toMatchObject([{ error: "canceled", attempt: 1, retryInMs: undefined }]);
});

it("records each request of a redirected read, with the token redacted and line breaks encoded", async () => {
  const { url } = await bench.serve((response, _request, count) => {
    if (count === 1) response.writeHead(302, { location: `/${token}/%0a\u00e9?secret=1` }).end();
    else json(response, 200, []);
  });
  const { records, onCall } = recorder();
  await bench.client(url, { onCall }).client.listHosts();
  expect(records).toMatchObject([
    { path: "/api/v2/hosts", status: 302, attempt: 1 },
    { path: "/[secret]/%0a%C3%A9", status: 200, attempt: 1 },
  ]);
});

it("omits absent fields from the log, and rounds the delay", () => {
  const record: CallRecord = {
    method: "GET",
    path: "/",
    status: undefined,
    attempt: 1,
    durationMs: 3,
    bytes: 0,
    error: "timeout",
    retryInMs: 20.4,
  };
  expect(fieldsOfCallRecord(record)).toEqual({
    attempt: 1,
    duration_ms: 3,
    bytes: 0,
    error: "timeout",
    retry_in_ms: 20,
  });
});
