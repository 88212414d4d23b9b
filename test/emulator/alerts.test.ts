/** Alerts over HTTP: the life of an alert, and what is refused. */
import { cpuAlert, cpuConfig, deployAlert, emulatorForEachTest } from "../support/with-emulator";

const service = emulatorForEachTest();
const alerts = "/config/alerts";

describe("the life of an alert", () => {
  it("[ALERT-2] [GEN-2] is created without an id and answered with one, the object itself", async () => {
    const created = await service.post(alerts, { body: cpuAlert });
    expect(created.status).toBe(201);
    expect(created.json).toEqual({ id: 1, ...cpuAlert });
  });

  it("[ALERT-1] [ALERT-8] is listed with all its fields and without its configuration", async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.post(alerts, { body: { ...deployAlert, disabled: 1 } });
    await service.put(`${alerts}/1/config`, { body: cpuConfig });
    const list = await service.get(alerts);
    expect(list.status).toBe(200);
    expect(list.json).toEqual({
      data: [
        { id: 1, ...cpuAlert },
        { id: 2, ...deployAlert, disabled: 1 },
      ],
    });
  });

  it("[ALERT-4] [ALERT-5] is renamed, redescribed, disabled and enabled by sending all of it", async () => {
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

  it("[ALERT-6] is deleted together with its configuration, and its id is never given again", async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.put(`${alerts}/1/config`, { body: cpuConfig });
    const deletion = await service.delete(`${alerts}/1`);
    expect(deletion.status).toBe(204);
    expect(deletion.text).toBe("");
    expect((await service.get(alerts)).json).toEqual({ data: [] });
    expect((await service.get(`${alerts}/1/config`)).status).toBe(404);
    expect((await service.delete(`${alerts}/1`)).status).toBe(404);
    expect((await service.post(alerts, { body: cpuAlert })).json).toMatchObject({ id: 2 });
  });

  it("[ALERT-7] cannot be read alone", async () => {
    await service.post(alerts, { body: cpuAlert });
    const read = await service.get(`${alerts}/1`);
    expect(read.status).toBe(405);
    expect(read.headers.get("allow")).toBe("PUT, DELETE");
  });

  it("keeps fields that the specification does not name", async () => {
    const body = { ...cpuAlert, team: { name: "orders", ids: [1.5, null] }, constructor: "x" };
    await service.post(alerts, { body });
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...body }] });
    await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, owner: "dba" } });
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert, owner: "dba" }] });
  });

  it("keeps any text and gives it back unchanged", async () => {
    const name = "  Ünïcode 🚨 'quotes\" \\ \n\t</script> ${x} %{y} -- ; DROP TABLE alert ";
    await service.post(alerts, { body: { ...cpuAlert, name, annotations: name } });
    expect((await service.get(alerts)).json).toMatchObject({ data: [{ name, annotations: name }] });
  });
});

describe("names", () => {
  it("are unique in the environment: a second one is refused with 409 and its field", async () => {
    await service.post(alerts, { body: cpuAlert });
    const second = await service.post(alerts, { body: cpuAlert });
    expect(second.status).toBe(409);
    expect(second.json).toEqual({
      error: 'The field "name" is already used: the alert 1 is named "CPU high".',
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

  it("are compared exactly, and are free again after a rename or a deletion", async () => {
    await service.post(alerts, { body: cpuAlert });
    expect((await service.post(alerts, { body: { ...cpuAlert, name: "cpu high" } })).status).toBe(201);
    await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, name: "Other" } });
    expect((await service.post(alerts, { body: cpuAlert })).status).toBe(201);
    await service.delete(`${alerts}/3`);
    expect((await service.post(alerts, { body: cpuAlert })).status).toBe(201);
  });
});

describe("an update is refused", () => {
  beforeEach(async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.post(alerts, { body: deployAlert });
  });

  it.each([
    ["another id than the path's", { id: 2, ...cpuAlert }, 400, "id"],
    ["no id", cpuAlert, 400, "id"],
    ["another type", { id: 1, ...cpuAlert, type: 1 }, 400, "type"],
    ["a field left out", { id: 1, name: "CPU high", type: 2, disabled: 0, destinations: [] }, 400, "policy"],
  ])("[ALERT-4] with %s", async (_case, body, status, field) => {
    const update = await service.put(`${alerts}/1`, { body });
    expect(update.status).toBe(status);
    expect(update.json).toMatchObject({ field });
    expect((await service.get(alerts)).json).toMatchObject({ data: [{ id: 1, ...cpuAlert }, {}] });
  });

  it.each(["99", "0", "-1", "1.0", "x", "%FF", "1e0", "99999999999999999999"])(
    "with 404 where the path names no alert: %s",
    async (id) => {
      const update = await service.put(`${alerts}/${id}`, { body: { id: 1, ...cpuAlert } });
      expect(update.status).toBe(404);
      expect(update.json).toMatchObject({ field: "alert_id" });
    },
  );
});
