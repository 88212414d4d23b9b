/** Edits of alerts as in the service's web page, through the control endpoint that the emulator's page uses. */
import { cpuAlert, cpuConfig, deployAlert, emulatorForEachTest } from "../../support/emulator";

const service = emulatorForEachTest({ staleReads: true });
const alerts = "/config/alerts";
const edit = (id: number | string, body: unknown) => service.control("PATCH", `/alerts/${id}`, { body });

beforeEach(async () => {
  const alert = { ...cpuAlert, extra: 1 };
  await service.post(alerts, { body: alert });
  await service.put(`${alerts}/1/config`, { body: { ...cpuConfig, more: [2] } });
  service.emulator().clock.advance(60);
});

it("changes only the given fields, and takes effect after the propagation window", async () => {
  const edited = await edit(1, { alert: { disabled: 1 }, config: { trigger: 0.95, hosts: [] } });
  const alert = { id: 1, ...cpuAlert, extra: 1, disabled: 1 };
  const config = { ...cpuConfig, more: [2], trigger: 0.95, hosts: [] };
  expect(edited).toMatchObject({ status: 200, json: { ...alert, config } });
  expect((await service.get(alerts)).json).toMatchObject({ data: [{ disabled: 0 }] });
  service.emulator().clock.advance(60);
  expect((await service.get(alerts)).json).toEqual({ data: [alert] });
  expect((await service.get(`${alerts}/1/config`)).json).toEqual(config);
});

it("changes nothing if a field is invalid", async () => {
  await service.post(alerts, { body: deployAlert });
  const invalid: [number | string, unknown, number][] = [
    [1, { alert: { disabled: 1 }, config: { duration: 99 } }, 400],
    [1, { alert: { name: deployAlert.name } }, 409],
    [1, { alert: { type: 1 } }, 400],
    [1, { alert: { id: 2 } }, 400],
    [1, { config: { categories: ["deploy"] } }, 400],
    [1, { disabled: 1 }, 400],
    [2, { config: { hosts: [1] } }, 400],
    [9, { alert: {} }, 404],
    ["x", {}, 404],
  ];
  for (const [id, body, status] of invalid) expect((await edit(id, body)).status).toBe(status);
  expect((await edit(1, {})).json).toMatchObject({ ...cpuAlert, config: cpuConfig });
  service.emulator().clock.advance(60);
  expect((await service.get(alerts)).json).toMatchObject({ data: [cpuAlert, deployAlert] });
  expect((await service.get(`${alerts}/1/config`)).json).toMatchObject(cpuConfig);
  const foreign = { origin: "https://evil.example" };
  expect((await service.control("PATCH", "/alerts/1", { body: {}, headers: foreign })).status).toBe(403);
});
