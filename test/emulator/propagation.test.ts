/** Stale reads: reads return the previous state until a write has taken effect (PROP-1). */
import { cpuAlert, cpuConfig, emulatorForEachTest } from "../support/emulator";

const alerts = "/config/alerts";
const config = `${alerts}/1/config`;

describe("with stale reads", () => {
  const service = emulatorForEachTest({ staleReads: true, propagationSeconds: 60 });

  it("[PROP-1] a new alert and its configuration appear after the window", async () => {
    await service.post(alerts, { body: cpuAlert });
    service.clock().passSeconds(10);
    await service.put(config, { body: cpuConfig });
    service.clock().passSeconds(49);
    expect((await service.get(alerts)).json).toEqual({ data: [] });
    service.clock().passSeconds(1);
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
    expect((await service.get(config)).status).toBe(404);
    service.clock().passSeconds(10);
    expect((await service.get(config)).json).toEqual(cpuConfig);
  });

  it("[PROP-1] consecutive changes appear one after another, including a deletion", async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.put(config, { body: cpuConfig });
    for (const name of ["A", "B"]) {
      service.clock().passSeconds(20);
      await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, name } });
    }
    service.clock().passSeconds(20);
    await service.delete(`${alerts}/1`);
    const names = async () => {
      const { data } = (await service.get(alerts)).json as { data: { name: string }[] };
      return data.map(({ name }) => name);
    };
    expect(await names()).toEqual(["CPU high"]);
    service.clock().passSeconds(20);
    expect(await names()).toEqual(["A"]);
    service.clock().passSeconds(20);
    expect(await names()).toEqual(["B"]);
    expect((await service.get(config)).json).toEqual(cpuConfig);
    service.clock().passSeconds(20);
    expect(await names()).toEqual([]);
    expect((await service.get(config)).status).toBe(404);
  });

  it("writes are never stale", async () => {
    await service.post(alerts, { body: cpuAlert });
    expect((await service.post(alerts, { body: cpuAlert })).status).toBe(409);
    expect((await service.put(`${alerts}/1`, { body: { id: 1, ...cpuAlert, disabled: 1 } })).status).toBe(
      200,
    );
    expect((await service.delete(`${alerts}/1`)).status).toBe(204);
    expect((await service.delete(`${alerts}/1`)).status).toBe(404);
  });
});

describe("without stale reads", () => {
  const service = emulatorForEachTest();

  it("a write is visible immediately", async () => {
    await service.post(alerts, { body: cpuAlert });
    await service.put(config, { body: cpuConfig });
    expect((await service.get(alerts)).json).toEqual({ data: [{ id: 1, ...cpuAlert }] });
    expect((await service.get(config)).json).toEqual(cpuConfig);
  });
});
