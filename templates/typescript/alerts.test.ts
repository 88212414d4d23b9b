/** Deploys the alerts to the service on this machine: on a free port, without an account, and nothing is left behind. */
import { Testing } from "cdktf";
import { EmulatedEnvironment } from "dbmon-iac/testing";
import { Alerts } from "./alerts";

const alerts = () => new Alerts(Testing.app(), "alerts");
let environment: EmulatedEnvironment;
beforeEach(async () => {
  environment = await EmulatedEnvironment.start();
  // It has the destinations of a demo. What your alerts name beside those is added like this:
  environment.service.environment().add("destinations", { name: "#payments", integration: 3 });
});
afterEach(() => environment.stop());

it("a restart is told to somebody", () => {
  expect(alerts()).toDefineAlert({ event: { categories: ["Database Server Restart"] } });
});

it("a deployment leaves nothing to do, and a code deployment is told to #db-alerts", async () => {
  await environment.deploy(alerts());
  expect(await environment.plan(alerts())).toMatchPlan({});

  const { service } = environment;
  service.clock.advance(60); // by then a change has taken effect
  service.environment().add("events", { type: "code deployment" });
  const told = service.environment().outbox();
  expect(told.map(({ destination_name }) => destination_name)).toEqual(["#db-alerts"]);
});
