/** A refresh reads the configurations that its alert names ahead, and reports a failure only where a refresh needs them. */
import { ReadAhead } from "../../src/provider/read-ahead";
import { isSupported } from "../../src/service";
import { engineFixture, rejectionOf } from "../engine/engine-fixture";
import { seedWithAlerts } from "../support/emulator";

const start = engineFixture();

it("a configuration whose read ahead failed is read again only when it is refreshed", async () => {
  const environment = await start({ seed: seedWithAlerts(41) });
  const path = "/alerts/41/config";
  environment.faults.add({ path: `/api/v2/config${path}`, answer: { status: 403 } });
  const { live } = environment.session();
  const readAhead = new ReadAhead(live);
  const stored = readAhead.enter(41);
  const alerts = (await live.alerts()).filter(isSupported);
  const reads = () => environment.calls().filter((call) => call === `GET ${path}`);
  for (const alert of alerts.filter(({ id }) => id !== 41)) await readAhead.withConfig(alert, stored);
  expect(reads()).toHaveLength(1);
  for (const alert of alerts.filter(({ id }) => id === 41))
    await rejectionOf(readAhead.withConfig(alert, stored));
  expect(reads()).toHaveLength(2);
});

it("the ids that an alert stores are those that entered the state before it, at most 32, as ranges", async () => {
  const readAhead = new ReadAhead((await start()).session().live);
  expect([3, 1, 2, 7].map((id) => readAhead.enter(id))).toEqual(["3", "1,3", "1-3", "1-3,7"]);
  for (let id = 100; id < 150; id++) readAhead.enter(id);
  expect(readAhead.enter(150)).toBe("119-150");
});
