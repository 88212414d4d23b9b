/** The on-call alerts of a team: urgent alerts page the on-call engineer, the others notify a channel. */
import { App, TerraformStack } from "cdktf";
import { type Construct } from "constructs";
import { Alert, AlertConfig, DbmonProvider, Destination } from "dbmon-iac";

/** Policies of the environment: `dbmon list policies` lists them. */
const policy = { everyTime: "Every time", every15Minutes: "At most once every 15 minutes" };

class OnCall extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Reads the address and the token from DBMON_BASE_URL and DBMON_API_TOKEN.
    new DbmonProvider(this, "dbmon");

    const pager = Destination.fromName("On-call PagerDuty");
    const channel = Destination.fromName("#db-alerts");

    new Alert(this, "cpu", {
      name: "CPU: a database server is saturated",
      annotations: "https://runbooks.example.com/databases/cpu",
      policy: policy.every15Minutes,
      destinations: [pager, channel],
      config: AlertConfig.threshold({
        alertLevel: "crit",
        metric: "os.cpu.user_us",
        trigger: 900_000,
        reset: 700_000,
        duration: "5 minutes",
        hostTypes: ["os"],
      }),
    });

    new Alert(this, "checkout-latency", {
      name: "Latency: checkout's order query is slow (p99)",
      annotations: "The query reads the orders of a customer. Checkout pages time out after 0.5 s.",
      policy: policy.every15Minutes,
      destinations: [pager],
      config: AlertConfig.threshold({
        alertLevel: "crit",
        metric: "host.queries.q.8f2ac3d5e6b70914.p99_latency_us",
        trigger: 500_000,
        reset: 300_000,
        duration: "1 minute",
        hostTypes: ["mysql"],
      }),
    });

    new Alert(this, "replication-lag", {
      name: "Replication: a replica lags behind",
      annotations: "https://runbooks.example.com/databases/replication",
      policy: policy.every15Minutes,
      destinations: [channel],
      config: AlertConfig.threshold({
        alertLevel: "warn",
        metric: "mysql.repl.seconds_behind_master",
        trigger: 30,
        reset: 5,
        duration: "5 minutes",
        hostTypes: ["mysql"],
      }),
    });

    new Alert(this, "restarts", {
      name: "Restart: a database server came back",
      annotations: "Find the cause: an unplanned restart is an incident.",
      policy: policy.everyTime,
      destinations: [pager],
      config: AlertConfig.event({ categories: ["Database Server Restart"] }),
    });

    new Alert(this, "deploys", {
      name: "Deploy: code or schema went out",
      policy: policy.everyTime,
      destinations: [channel],
      config: AlertConfig.event({ categories: ["code deployment", "schema migration"] }),
    });
  }
}

const app = new App();
new OnCall(app, "on-call");
app.synth();
