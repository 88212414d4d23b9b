/**
 * The service under test. Conformance tests use only HTTP, and a clock that moves only when a test advances it.
 * Hosts, metrics and the clock are controlled through the emulator's control endpoints, also over HTTP.
 */
import * as z from "zod";
import { type EmulatorOptions, ServiceEmulator } from "../../src/emulator";
import { type Send, send, type TestResponse } from "../support/emulator";

/** A JSON object. Tests check some of its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The clock at the start of a test, in seconds since the Unix epoch. It differs from the real time. */
export const noon = 4_000_000_000;
/** The propagation window in seconds. */
export const propagation = 60;
export const apiToken = "demo-token";
export const agentToken = "demo-agent-token";

/** Options of every new environment; docs/emulator.md lists them. */
const everyTime = 1;
export const everyQuarter = { id: 2, seconds: 900 };
export const oneMinute = { id: 1, seconds: 60 };
export const fiveMinutes = { id: 2, seconds: 300 };
export const email = 1;
export const webhook = 7;

export const metric = "os.cpu.user_us";
export const alertFields: Fields = {
  name: "An alert",
  destinations: [],
  policy: everyTime,
  type: 2,
  annotations: "",
  disabled: 0,
};
export const thresholdFields: Fields = {
  hosts: [],
  host_types: [],
  alert_level: "warn",
  metric,
  trigger: 10,
  duration: oneMinute.id,
  reset: 5,
};
export const eventAlertFields: Fields = { ...alertFields, type: 1 };
export const categoryFields: Fields = { hosts: [], host_types: [], categories: ["deploy"] };
export const eventFields: Fields = { start: noon, type: "deploy", message: "Release 7" };

const fieldsSchema = z.record(z.string(), z.unknown());
const listSchema = z.strictObject({ data: z.array(fieldsSchema) });

export function fieldsOf(value: unknown): Fields {
  return fieldsSchema.parse(value);
}

/** On failure, the assertion shows the error of the service. */
function expectSuccess({ status, text }: TestResponse, expected: number): void {
  expect([status, status === expected ? "" : text]).toEqual([expected, ""]);
}

/** Returns the elements of a list response. */
export function dataOf(response: TestResponse): Fields[] {
  expect(response.status).toBe(200);
  return listSchema.parse(response.json).data;
}

export function idsOf(elements: readonly Fields[]): unknown[] {
  return elements.map(({ id }) => id);
}

/** Starts a service for each test of the file, with integrations, policies and durations only. */
export function conformance(options: EmulatorOptions = {}) {
  let running: ServiceEmulator | undefined;
  let alertCount = 0;
  const url = () => {
    if (running === undefined) throw new Error("no service runs outside a test");
    return running.url;
  };
  beforeEach(async () => {
    alertCount = 0;
    running = await ServiceEmulator.start({ seed: "empty", ...options });
    expect((await control("POST", "/clock", { body: { running: false, set: noon } })).status).toBe(200);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  const call = (method: string) => (path: string, options?: Send) =>
    send(url(), method, `/api/v2${path}`, options);
  const [get, post, put] = [call("GET"), call("POST"), call("PUT")];
  const control = (method: string, path: string, options: Send = {}) =>
    send(url(), method, `/_emulator${path}`, { token: "", ...options });
  const controlList = async (path: string) => dataOf(await control("GET", path));

  /** Returns the added objects. */
  const add = async (kind: string, ...objects: Fields[]): Promise<Fields[]> => {
    const response = await control("POST", `/${kind}`, { body: objects });
    expectSuccess(response, 201);
    return listSchema.parse(response.json).data;
  };
  const addOne = async (kind: string, object: Fields): Promise<number> => {
    const [added] = await add(kind, object);
    return z.int().parse(added?.id);
  };

  /** Creates an alert in two steps. It takes effect after the propagation window. */
  const createAlert = async (config: Fields, alert: Fields = {}): Promise<number> => {
    alertCount += 1;
    const type = "categories" in config ? 1 : 2;
    const body = { ...alertFields, type, name: `Alert ${alertCount}`, ...alert };
    const created = await post("/config/alerts", { body });
    expectSuccess(created, 201);
    const id = z.int().parse(fieldsOf(created.json).id);
    expectSuccess(await put(`/config/alerts/${id}/config`, { body: config }), 200);
    return id;
  };
  const advance = async (seconds: number) => {
    expect((await control("POST", "/clock", { body: { advance: seconds } })).status).toBe(200);
  };
  const inEffect = async (config: Fields, alert: Fields) => {
    const id = await createAlert(config, alert);
    await advance(propagation);
    return id;
  };

  return {
    url,
    get,
    post,
    put,
    delete: call("DELETE"),
    call: (method: string, path: string, options?: Send) => call(method)(path, options),
    /** Sends a request to any path of the server. */
    raw: (method: string, path: string, options?: Send) => send(url(), method, path, options),
    control,
    add,
    addOne,
    createAlert,
    advance,
    list: async (path: string, options?: Send) => dataOf(await get(path, options)),
    addHost: (name: string, more: Fields = {}) => addOne("hosts", { name, type: "mysql", ...more }),
    addDestination: (name: string, more: Fields = {}) =>
      addOne("destinations", { name, integration: email, ...more }),
    /** Creates a threshold alert and waits until it is in effect. */
    threshold: (config: Fields = {}, alert: Fields = {}) =>
      inEffect({ ...thresholdFields, ...config }, alert),
    /** Creates an event alert and waits until it is in effect. */
    onEvents: (config: Fields = {}, alert: Fields = {}) => inEffect({ ...categoryFields, ...config }, alert),
    /** Changes some fields of an alert by sending the complete alert. */
    change: async (id: number, fields: Fields): Promise<TestResponse> => {
      const current = dataOf(await get("/config/alerts")).find((alert) => alert.id === id);
      return put(`/config/alerts/${id}`, { body: { ...current, ...fields } });
    },
    /** Reports a metric value, by default with the current time. */
    report: (host: number, value: number, more: Fields = {}) =>
      add("metrics", { host, metric, value, ...more }),
    /** Posts an event with the agent token. */
    postEvent: async (type: string, more: Fields = {}): Promise<Fields> => {
      const body = { ...eventFields, type, ...more };
      const response = await post("/events", { token: agentToken, body });
      expectSuccess(response, 201);
      return fieldsOf(response.json);
    },
    /** Firings of an alert, oldest first. */
    firings: async (alert: number) =>
      (await controlList("/firings")).filter((firing) => firing.alert === alert).reverse(),
    /** Notifications, oldest first. */
    outbox: async () => (await controlList("/outbox")).reverse(),
  };
}

export type Conformance = ReturnType<typeof conformance>;
