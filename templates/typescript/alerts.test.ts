/** Deploys the alerts to an emulator of the service on a free port. Needs no account. */
import { Testing } from "cdktf";
import { EmulatedEnvironment } from "dbmon-iac/testing";
import { Alerts } from "./alerts";

const alerts = () => new Alerts(Testing.app(), "alerts");
let environment: EmulatedEnvironment;
beforeEach(async () => {
  environment = await EmulatedEnvironment.start();
  // The emulator has demo destinations. Add the others that your alerts refer to:
  environment.service.environment().add("destinations", { name: "#payments", integration: 3 });
});
afterEach(() => environment.stop());

it("defines an alert on restarts", () => {
  expect(alerts()).toDefineAlert({ event: { categories: ["Database Server Restart"] } });
});

it("converges after a deployment, and notifies #db-alerts of a code deployment", async () => {
  await environment.deploy(alerts());
  expect(await environment.plan(alerts())).toMatchPlan({});

  const { service } = environment;
  service.clock.advance(60); // changes take effect within a minute
  service.environment().add("events", { type: "code deployment" });
  const sent = service.environment().outbox();
  expect(sent.map(({ destination_name }) => destination_name)).toEqual(["#db-alerts"]);
});
