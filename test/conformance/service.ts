/**
 * The service as a conformance test meets it: by HTTP alone, with a clock that stands until the test moves it. What only
 * a test can bring about (hosts, metrics, time) goes through the emulator's control endpoints, by HTTP too.
 */
import * as z from "zod";
import { type EmulatorOptions, ServiceEmulator } from "../../src/emulator";
import { type TestResponse, send, type Send } from "../support/with-emulator";

/** A JSON object of which a test looks at some fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the clock shows when a test begins, in seconds since the Unix epoch: far from the real time, and even. */
export const noon = 4_000_000_000;
/** A change to an alert takes this many seconds at most to take effect. */
export const propagation = 60;
export const apiToken = "demo-token";
export const agentToken = "demo-agent-token";

/** What every new environment offers; docs/emulator.md lists them. */
export const everyTime = 1;
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

/** Fails with what the service says against it. */
function expectSuccess({ status, text }: TestResponse, wanted: number): void {
  expect([status, status === wanted ? "" : text]).toEqual([wanted, ""]);
}

/** The elements of a list's answer. */
export function dataOf(reply: TestResponse): Fields[] {
  expect(reply.status).toBe(200);
  return listSchema.parse(reply.json).data;
}

export function idsOf(elements: readonly Fields[]): unknown[] {
  return elements.map(({ id }) => id);
}

/** A new service for each test of the file, empty but for its integrations, policies and durations. */
export function conformance(options: EmulatorOptions = {}) {
  let running: ServiceEmulator | undefined;
  let alertsMade = 0;
  const url = () => {
    if (running === undefined) throw new Error("no service runs outside a test");
    return running.url;
  };
  beforeEach(async () => {
    alertsMade = 0;
    running = await ServiceEmulator.start({ seed: "empty", ...options });
    expect((await control("POST", "/clock", { body: { running: false, set: noon } })).status).toBe(200);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  const call = (method: string) => (path: string, given?: Send) =>
    send(url(), method, `/api/v2${path}`, given);
  const [get, post, put] = [call("GET"), call("POST"), call("PUT")];
  const control = (method: string, path: string, given: Send = {}) =>
    send(url(), method, `/_emulator${path}`, { token: "", ...given });
  const controlList = async (path: string) => dataOf(await control("GET", path));

  /** @returns the objects as they were added */
  const add = async (noun: string, ...objects: Fields[]): Promise<Fields[]> => {
    const reply = await control("POST", `/${noun}`, { body: objects });
    expectSuccess(reply, 201);
    return listSchema.parse(reply.json).data;
  };
  const addOne = async (noun: string, object: Fields): Promise<number> => {
    const [added] = await add(noun, object);
    return z.int().parse(added?.id);
  };

  /** Creates an alert as the specification says, in two steps. It takes effect later. */
  const createAlert = async (config: Fields, alert: Fields = {}): Promise<number> => {
    alertsMade += 1;
    const type = "categories" in config ? 1 : 2;
    const body = { ...alertFields, type, name: `Alert ${alertsMade}`, ...alert };
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
    call: (method: string, path: string, given?: Send) => call(method)(path, given),
    /** A request below the base URL, wherever. */
    raw: (method: string, path: string, given?: Send) => send(url(), method, path, given),
    control,
    add,
    addOne,
    createAlert,
    advance,
    list: async (path: string, given?: Send) => dataOf(await get(path, given)),
    addHost: (name: string, more: Fields = {}) => addOne("hosts", { name, type: "mysql", ...more }),
    addDestination: (name: string, more: Fields = {}) =>
      addOne("destinations", { name, integration: email, ...more }),
    /** A threshold alert that is in effect. */
    threshold: (config: Fields = {}, alert: Fields = {}) =>
      inEffect({ ...thresholdFields, ...config }, alert),
    /** An event alert that is in effect. */
    onEvents: (config: Fields = {}, alert: Fields = {}) => inEffect({ ...categoryFields, ...config }, alert),
    /** Replaces some fields of an alert, by the complete alert. */
    change: async (id: number, fields: Fields): Promise<TestResponse> => {
      const present = dataOf(await get("/config/alerts")).find((alert) => alert.id === id);
      return put(`/config/alerts/${id}`, { body: { ...present, ...fields } });
    },
    /** The metric takes a value, now unless `ts` is given. */
    report: (host: number, value: number, more: Fields = {}) =>
      add("metrics", { host, metric, value, ...more }),
    /** An agent posts an event. */
    happens: async (type: string, more: Fields = {}): Promise<Fields> => {
      const body = { ...eventFields, type, ...more };
      const reply = await post("/events", { token: agentToken, body });
      expectSuccess(reply, 201);
      return fieldsOf(reply.json);
    },
    /** What an alert fired, oldest first. */
    firings: async (alert: number) =>
      (await controlList("/firings")).filter((firing) => firing.alert === alert).reverse(),
    /** Notifications, oldest first. */
    outbox: async () => (await controlList("/outbox")).reverse(),
  };
}

export type Conformance = ReturnType<typeof conformance>;
