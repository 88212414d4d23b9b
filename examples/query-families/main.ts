/** Alerts on query families: one family by its ID, and all families that match a filter. */
import { App, TerraformStack } from "cdktf";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  DbmonProvider,
  DeploymentMarker,
  Destination,
  Propagation,
  QueryDigest,
} from "dbmon-iac";

const app = new App();
const stack = new TerraformStack(app, "queries");
new DbmonProvider(stack, "dbmon");
AlertDefaults.of(stack).set({
  policy: "At most once every 15 minutes",
  destinations: [Destination.fromName("#db-alerts")],
});

const checkout = QueryDigest.fromId("8f2ac3d5e6b70914");
new Alert(stack, "checkout-errors", {
  name: "Checkout: the query of orders fails",
  config: AlertConfig.threshold({
    alertLevel: "crit",
    metric: checkout.metric("errors.tput"),
    trigger: 0,
    reset: 0,
    duration: "1 minute",
  }),
});

// Terraform looks the families up in each plan, so the next deployment creates an alert for a new family.
const orders = QueryDigest.matching(stack, "orders", { filter: "orders", limit: 5 });
new Alert(stack, "orders-latency", {
  forEach: orders.each,
  name: `Latency: query ${orders.queryId}`,
  annotations: orders.text,
  config: AlertConfig.threshold({
    alertLevel: "warn",
    metric: orders.metric("p99_latency_us"),
    trigger: 500_000,
    reset: 300_000,
    duration: "1 minute",
  }),
});

// Waits until the alerts are in effect, then marks the deployment on the charts, once per commit.
const effective = new Propagation(stack, "effective");
new DeploymentMarker(stack, "marker", {
  trigger: process.env.GITHUB_SHA ?? "local",
  message: "Alerts deployed:",
  dependsOn: [effective.resource],
});

app.synth();
