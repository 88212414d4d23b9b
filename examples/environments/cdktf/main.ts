/**
 * The same alert in two environments, with a lower threshold in production. The API token selects the environment:
 *
 *     DBMON_API_TOKEN=$STAGING_TOKEN cdktf deploy staging
 *     DBMON_API_TOKEN=$PRODUCTION_TOKEN cdktf deploy production
 */
import { App, Aspects, TerraformStack } from "cdktf";
import { type Construct } from "constructs";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  type AlertLevel,
  DbmonProvider,
  Destination,
  DisableAll,
} from "dbmon-iac";

interface EnvironmentProps {
  readonly level: AlertLevel;
  readonly notify: string;
  /** The lag of a replica, in seconds, that fires the alert. */
  readonly replicationLag: number;
  /** Disables all alerts during maintenance. Default: false. */
  readonly maintenance?: boolean;
}

class Alerts extends TerraformStack {
  constructor(scope: Construct, environment: string, props: EnvironmentProps) {
    super(scope, environment);
    // Alert names are unique in an environment. With its name, both stacks can define the same alert names.
    new DbmonProvider(this, "dbmon", { environment });
    AlertDefaults.of(this).set({
      policy: "At most once every 15 minutes",
      destinations: [Destination.fromName(props.notify)],
    });
    new Alert(this, "replication-lag", {
      name: "Replication: a replica lags behind",
      config: AlertConfig.threshold({
        alertLevel: props.level,
        metric: "mysql.repl.seconds_behind_master",
        trigger: props.replicationLag,
        reset: props.replicationLag / 2,
        duration: "5 minutes",
      }),
    });
    if (props.maintenance === true) Aspects.of(this).add(new DisableAll());
  }
}

const app = new App();
new Alerts(app, "staging", {
  level: "info",
  notify: "#db-alerts",
  replicationLag: 600,
  maintenance: process.env.STAGING_MAINTENANCE === "true",
});
new Alerts(app, "production", { level: "crit", notify: "On-call PagerDuty", replicationLag: 30 });
app.synth();
