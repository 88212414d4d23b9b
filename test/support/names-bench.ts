/** An environment with one alert, and a definition that changes each id that has a name. */
import { alerts, type commandBench, environmentOf } from "./command";

const lag = `
  - name: Lag
    policy: 2
    destinations: [1]
    threshold: { alert_level: warn, metric: os.cpu.user_us, trigger: 0.9, duration: 1, reset: 0.8 }
`;

const changedLag = lag
  .replace("policy: 2", "policy: 3")
  .replace("destinations: [1]", "destinations: [2, 3]")
  .replace("duration: 1", "duration: 2");

export async function setUpNames(bench: ReturnType<typeof commandBench>) {
  const emulator = await bench.emulator();
  const environment = environmentOf(emulator);
  const dbmon = (...args: string[]) => bench.dbmon(args, { environment });
  const file = bench.write("alerts.yaml", alerts(lag));
  expect(await dbmon("apply", file, "--yes")).toMatchObject({ code: 0 });
  bench.write("alerts.yaml", alerts(changedLag));
  return { emulator, environment, dbmon, file };
}

/** A destination with a secret setting. */
export const destination = (id: number, name: string) => ({
  id,
  name,
  integration: 1,
  config: { recipient_email: ["made-up@shop.example"] },
});
