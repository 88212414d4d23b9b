/** Configurations that are read before anybody asks for them: of alerts that those who asked have named. */
import { isSupported } from "../../src/service";
import { seedWithAlerts } from "../support/seeded-alerts";
import { engineBench, failureOf } from "./engine-bench";

const start = engineBench();

it("one that could not be read ahead is read again only when it is asked for", async () => {
  const environment = await start({ seed: seedWithAlerts(41) });
  const path = "/alerts/41/config";
  environment.faults.add({ path: `/api/v2/config${path}`, answer: { status: 403 } });
  const session = environment.session();
  const alerts = (await session.live.alerts()).filter(isSupported);
  const readings = () => environment.calls().filter((call) => call === `GET ${path}`);
  for (const alert of alerts.filter(({ id }) => id !== 41)) await session.live.withConfig(alert, [41]);
  expect(readings()).toHaveLength(1);
  for (const alert of alerts.filter(({ id }) => id === 41)) await failureOf(session.live.withConfig(alert));
  expect(readings()).toHaveLength(2);
});
