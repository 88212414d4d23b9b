/** Simulates the alerts, and deploys them to an emulator of the service on a free port. Needs no account. */
import { Testing } from "cdktn";
import { EmulatedEnvironment, simulate } from "dbmon-iac/testing";
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

it("notifies #db-alerts of a saturated server, but not of a short peak", () => {
  const simulated = simulate(alerts(), {
    hosts: [{ name: "server-1", type: "os" }],
    metrics: [
      {
        host: "server-1",
        metric: "os.cpu.user_us",
        every: "30s",
        values: "950000 500000 950000x3 500000",
      },
    ],
  });
  expect(simulated).toFire({
    alert: "CPU: a database server is saturated",
    at: "2m",
    resolves: "3m",
    host: "server-1",
    notifies: ["#db-alerts"],
  });
  expect(simulated.firings).toHaveLength(1);
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
