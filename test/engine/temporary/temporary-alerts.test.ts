/** Temporary alerts: unique names, created exactly once, removed in every end, and recognized by their form. */
import {
  createTemporaryName,
  findTemporaryAlerts,
  listLastingAlerts,
  removeTemporaryAlert,
  withTemporaryAlert,
} from "../../../src/engine";
import { engineFixture, type Environment, propagationWindowMs, rejectionOf } from "../engine-fixture";

const start = engineFixture();
const settings = { annotations: "", policy: 1, destinations: [3] };
const name = createTemporaryName(Date.parse("2026-11-26T08:20:31Z"));
const list = { method: "GET", path: "/api/v2/config/alerts" } as const;
const post = { method: "POST", path: "/api/v2/config/alerts", times: 1 } as const;

const use = (environment: Environment, work: () => Promise<string> = () => Promise.resolve("done")) =>
  withTemporaryAlert(environment.session(), name, settings, work);

it("the name and the category share a key", () => {
  expect(name.name).toBe(`dbmon drill 2026-11-26T08:20Z ${name.key}`);
  expect(name.category).toBe(`dbmon-drill-${name.key}`);
  expect(name.key).toMatch(/^[0-9a-f]{4}$/);
  const keys = Array.from({ length: 20 }, () => createTemporaryName(0).key);
  expect(new Set(keys).size).toBeGreaterThan(15);
});

it("the alert exists during the work, and is removed after it", async () => {
  const environment = await start();
  const during = await use(environment, async () => JSON.stringify(await environment.listAlerts()));
  expect(JSON.parse(during)).toEqual([
    expect.objectContaining({ name: name.name, disabled: 0, destinations: [3], type: 1 }),
  ]);
  expect(await environment.listAlerts()).toEqual([]);
  expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config", "DELETE /alerts/1"]);
});

it("a failure of the work is thrown, and the alert is removed", async () => {
  const environment = await start();
  const failure = new Error("no");
  expect(await rejectionOf(use(environment, () => Promise.reject(failure)))).toBe(failure);
  expect(await environment.listAlerts()).toEqual([]);
});

it("a lost response creates the alert once", async () => {
  const environment = await start({ staleReads: true });
  environment.faults.add({ ...post, when: "after-commit", answer: "cut" });
  expect(await use(environment)).toBe("done");
  expect(environment.writes()).toEqual(["POST /alerts", "PUT /alerts/1/config", "DELETE /alerts/1"]);
});

it("an alert whose creation has an unknown outcome is searched for until a list is fresh, and removed", async () => {
  const environment = await start();
  environment.faults.add({ ...post, when: "after-commit", answer: "cut" });
  // The list before the creation, and the one that ends its search.
  environment.faults.add({ ...list, nth: 2, times: 1, answer: { status: 400 } });
  environment.faults.add({ ...list, nth: 3, times: 2, answer: { keep: 0 } });
  environment.faults.add({ ...list, nth: 5, times: 1, answer: { status: 400 } });
  const error = await rejectionOf(use(environment));
  expect(error.message).toContain("The alert may have been created");
  expect(error.message).not.toContain("dbmon drill --clean");
  expect(environment.writes()).toEqual(["POST /alerts", "DELETE /alerts/1"]);
  expect(await environment.listAlerts()).toEqual([]);
});

it("an alert that cannot be found is named, with the command that deletes it", async () => {
  const environment = await start();
  environment.faults.add({ ...post, when: "after-commit", answer: "cut" });
  environment.faults.add({ ...list, nth: 2, answer: { status: 400 } });
  const { message } = await rejectionOf(use(environment));
  expect(message).toContain(`The temporary alert "${name.name}" may exist, and was not found`);
  expect(message).toContain("Delete it with dbmon drill --clean.");
  const waited = environment.clock.sleeps.reduce((a, b) => a + b, 0);
  expect(waited).toBeGreaterThanOrEqual(propagationWindowMs);
});

it("an alert of another run with the same name is not touched", async () => {
  const environment = await start();
  const body = { ...settings, name: name.name, type: 1, disabled: 0 };
  await environment.callDirectly("POST", "/alerts", body);
  const error = await rejectionOf(use(environment));
  expect(error.message).toContain("An alert with this name already exists (id 1)");
  expect(environment.writes()).toEqual([]);
  expect(await environment.listAlerts()).toHaveLength(1);
});

it("the form is the name with its category, or without a configuration", async () => {
  const environment = await start();
  const add = async (called: string, type: 1 | 2, config?: object) => {
    const body = { ...settings, name: called, type, disabled: 0 };
    await environment.callDirectly("POST", "/alerts", body);
    const { id } = (await environment.listAlerts()).at(-1) ?? {};
    if (config !== undefined) await environment.callDirectly("PUT", `/alerts/${String(id)}/config`, config);
  };
  const events = (...categories: string[]) => ({ hosts: [], host_types: [], categories });
  await add("dbmon drill 2026-11-26T08:20Z 4f81", 1, events("dbmon-drill-4f81"));
  await add("dbmon drill 2026-11-26T08:21Z 4f82", 1);
  await add("dbmon drill 2026-11-26T08:22Z 4f83", 1, events("dbmon-drill-4f81"));
  await add("dbmon drill 2026-11-26T08:22Z 4f84", 1, events("dbmon-drill-4f84", "deploy"));
  await add("dbmon drill 2026-11-26T08:22Z 4f85", 2);
  await add("dbmon drill 2026-11-26T08:22Z 4f8", 1);
  await add("my dbmon drill 2026-11-26T08:22Z 4f81", 1);
  const session = environment.session();
  const found = await findTemporaryAlerts(session);
  expect(found.map(({ alert }) => alert.id)).toEqual([1, 2]);
  expect(found[0]?.createdAt).toBe(Date.parse("2026-11-26T08:20:00Z"));
  const lasting = [await listLastingAlerts(session), await listLastingAlerts(session)];
  expect(lasting.map((alerts) => alerts.map(({ id }) => id))).toEqual([
    [3, 4, 5, 6, 7],
    [3, 4, 5, 6, 7],
  ]);
  expect(environment.events.filter(({ type }) => type === "temporary-alert-ignored")).toHaveLength(2);

  // Someone renames one before it is removed.
  const [renamed, removed] = found;
  if (renamed === undefined || removed === undefined) throw new Error("not found");
  await environment.callDirectly("PUT", "/alerts/1", {
    ...settings,
    id: 1,
    name: "mine",
    type: 1,
    disabled: 0,
  });
  expect(await removeTemporaryAlert(session, renamed)).toBe(false);
  expect(await removeTemporaryAlert(session, removed)).toBe(true);
  expect((await environment.listAlerts()).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6, 7]);
});
