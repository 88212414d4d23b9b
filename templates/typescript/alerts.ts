import { TerraformStack } from "cdktn";
import { type Construct } from "constructs";
import {
  Alert,
  AlertConfig,
  AlertDefaults,
  DbmonProvider,
  Destination,
  HostType,
  Metric,
} from "dbmon-iac/cdktn";

/** The alerts of our databases. To list names, run `npx dbmon-iac list destinations`, `policies`, `durations` or `hosts`. */
export class Alerts extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Terraform's state is a file in this folder. Before CI deploys, add a backend that all runs share, such as
    // new S3Backend(this, { ... });

    // Reads DBMON_BASE_URL and DBMON_API_TOKEN.
    new DbmonProvider(this, "dbmon");
    AlertDefaults.of(this).set({
      policy: "Every time",
      destinations: [Destination.fromName("#db-alerts")],
    });

    new Alert(this, "deploys", {
      name: "Deploy: code went out",
      config: AlertConfig.event({ categories: ["code deployment"] }),
    });

    new Alert(this, "restarts", {
      name: "Restart: a database server came back",
      config: AlertConfig.event({ categories: ["Database Server Restart"] }),
    });

    new Alert(this, "cpu", {
      name: "CPU: a database server is saturated",
      annotations: "https://runbooks.example.com/databases/cpu",
      policy: "At most once every 15 minutes",
      config: AlertConfig.threshold({
        alertLevel: "crit",
        metric: Metric.of("os.cpu.user_us"),
        trigger: 900_000,
        reset: 700_000,
        duration: "1 minute",
        hostTypes: [HostType.OS],
      }),
    });
  }
}
