/** Alerts over HTTP: updates, names and rejected requests. test/conformance has the facts of the specification. */
import { cpuAlert, deployAlert, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";

describe("an alert", () => {
  it("[ALERT-4] [ALERT-5] is replaced by a PUT, which returns its name, annotations and state", async () => {
    await service.post(alerts, { body: cpuAlert });
    const changed = {
      id: 1,
      ...cpuAlert,
      name: "CPU",
      annotations: "",
      policy: 3,
      disabled: 1,
      destinations: [],
    };
    const update = await service.put(`${alerts}/1`, { body: changed });
    expect(update.status).toBe(200);
    expect(update.json).toEqual(changed);
    expect((await service.get(alerts)).json).toEqual({ data: [changed] });
    await service.put(`${alerts}/1`, { body: { ...changed, disabled: 0 } });
    expect((await service.get(alerts)).json).toEqual({ data: [{ ...changed, disabled: 0 }] });
  });

  it("keeps unknown fields", async () => {
    const body = { ...cpuAlert, team: { name: "orders", ids: [1.5, null] }, constructor: "x" };
    await service.post(alerts, { body });
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...body }] });
    await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, owner: "dba" } });
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert, owner: "dba" }] });
  });

  it("keeps any Unicode text", async () => {
    const name = "  Ünïcode 🚨 'quotes\" \\ \n\t</script> ${x} %{y} -- ; DROP TABLE alert ";
    await service.post(alerts, { body: { ...cpuAlert, name, annotations: name } });
    expect((await service.get(alerts)).json).toMatchObject({ data: [{ name, annotations: name }] });
  });
});

describe("names", () => {
  it("are unique in an environment: a duplicate returns 409 and its field", async () => {
    await service.post(alerts, { body: cpuAlert });
    const second = await service.post(alerts, { body: cpuAlert });
    expect(second.status).toBe(409);
    expect(second.json).toEqual({
      error: 'The field "name" is already used: alert 1 is named "CPU high".',
      field: "name",
    });
    await service.post(alerts, { body: deployAlert });
    expect(
      (await service.put(`${alerts}/2`, { body: { id: 2, ...deployAlert, name: "CPU high" } })).status,
    ).toBe(409);
    expect((await service.get(alerts)).json).toEqual({
      data: [
        { id: 1, ...cpuAlert },
        { id: 2, ...deployAlert },
      ],
    });
  });

  it("are compared exactly, and can be reused after a rename or a deletion", async () => {
    await service.post(alerts, { body: cpuAlert });
    expect((await service.post(alerts, { body: { ...cpuAlert, name: "cpu high" } })).status).toBe(201);
    await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, name: "Other" } });
    expect((await service.post(alerts, { body: cpuAlert })).status).toBe(201);
    await service.delete(`${alerts}/3`);
    expect((await service.post(alerts, { body: cpuAlert })).status).toBe(201);
  });
});

describe("an update is rejected", () => {
  beforeEach(async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.post(alerts, { body: deployAlert });
  });

  it.each([
    ["an id that differs from the path", { id: 2, ...cpuAlert }, 400, "id"],
    ["a missing id", cpuAlert, 400, "id"],
    ["a different type", { id: 1, ...cpuAlert, type: 1 }, 400, "type"],
    ["a missing field", { id: 1, name: "CPU high", type: 2, disabled: 0, destinations: [] }, 400, "policy"],
  ])("[ALERT-4] with %s", async (_case, body, status, field) => {
    const update = await service.put(`${alerts}/1`, { body });
    expect(update.status).toBe(status);
    expect(update.json).toMatchObject({ field });
    expect((await service.get(alerts)).json).toMatchObject({ data: [{ id: 1, ...cpuAlert }, {}] });
  });

  it.each(["99", "0", "-1", "1.0", "x", "%FF", "1e0", "99999999999999999999"])(
    "with 404 for the path id %s",
    async (id) => {
      const update = await service.put(`${alerts}/${id}`, { body: { id: 1, ...cpuAlert } });
      expect(update.status).toBe(404);
      expect(update.json).toMatchObject({ field: "alert_id" });
    },
  );
});
