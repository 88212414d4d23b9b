/** A session prefetches the configurations of the alerts that its caller names. */
import { isSupported } from "../../../src/service";
import { seedWithAlerts } from "../../support/emulator";
import { engineFixture, rejectionOf } from "../engine-fixture";

const start = engineFixture();

it("a configuration whose prefetch failed is fetched again only when it is requested", async () => {
  const environment = await start({ seed: seedWithAlerts(41) });
  const path = "/alerts/41/config";
  environment.faults.add({ path: `/api/v2/config${path}`, answer: { status: 403 } });
  const session = environment.session();
  const alerts = (await session.live.alerts()).filter(isSupported);
  const reads = () => environment.calls().filter((call) => call === `GET ${path}`);
  for (const alert of alerts.filter(({ id }) => id !== 41)) await session.live.withConfig(alert, [41]);
  expect(reads()).toHaveLength(1);
  for (const alert of alerts.filter(({ id }) => id === 41)) await rejectionOf(session.live.withConfig(alert));
  expect(reads()).toHaveLength(2);
});
