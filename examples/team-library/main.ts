/** Two teams share a library of alerts and defaults, and override them for their scope. */
import { App, Aspects, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { AlertDefaults, AlertPolicy, DbmonProvider, Destination, HostType, NamePrefix } from "dbmon-iac";
import { MysqlAlerts } from "./mysql-alerts";

const app = new App();
const stack = new TerraformStack(app, "teams");
new DbmonProvider(stack, "dbmon");

const channel = Destination.fromName("#db-alerts");
const pager = Destination.fromName("On-call PagerDuty");
AlertDefaults.of(stack).set({
  policy: AlertPolicy.fromName("At most once every 15 minutes"),
  destinations: [channel],
  hostTypes: [HostType.MYSQL],
  annotations: "https://runbooks.example.com/databases",
});

const shop = new Construct(stack, "shop");
new MysqlAlerts(shop, "orders", { fleet: "orders", pager });
new MysqlAlerts(shop, "catalog", { fleet: "catalog", pager, replicationLag: 300 });
Aspects.of(shop).add(new NamePrefix("shop/"));

const billing = new Construct(stack, "billing");
AlertDefaults.of(billing).set({ annotations: "https://runbooks.example.com/billing" });
new MysqlAlerts(billing, "ledger", { fleet: "ledger", pager, replicationLag: 5 });
Aspects.of(billing).add(new NamePrefix("billing/"));

app.synth();
