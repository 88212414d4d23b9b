/** The alerts for a fleet of MySQL servers. Each team creates one instance per fleet. */
import { Construct } from "constructs";
import { Alert, AlertConfig, AlertLevel, type Destination, EventCategory, HostType } from "dbmon-iac";

export interface MysqlAlertsProps {
  /** The name of the fleet, with which every alert name starts. */
  readonly fleet: string;
  /** The destination of urgent alerts. Other alerts use the destinations of the scope. */
  readonly pager: Destination;
  /** The lag of a replica, in seconds, that fires the alert. Default: 30. */
  readonly replicationLag?: number;
}

export class MysqlAlerts extends Construct {
  constructor(scope: Construct, id: string, { fleet, pager, replicationLag = 30 }: MysqlAlertsProps) {
    super(scope, id);
    const duration = "5 minutes";

    new Alert(this, "cpu", {
      name: `${fleet}: a server is saturated`,
      destinations: [pager],
      config: AlertConfig.threshold({
        alertLevel: AlertLevel.CRIT,
        metric: "os.cpu.user_us",
        trigger: 900_000,
        reset: 700_000,
        duration,
        hostTypes: [HostType.OS],
      }),
    });
    new Alert(this, "replication-lag", {
      name: `${fleet}: a replica is behind`,
      config: AlertConfig.threshold({
        alertLevel: AlertLevel.WARN,
        metric: "mysql.repl.seconds_behind_master",
        trigger: replicationLag,
        reset: replicationLag / 2,
        duration,
      }),
    });
    new Alert(this, "restart", {
      name: `${fleet}: a server restarted`,
      destinations: [pager],
      config: AlertConfig.event({ categories: [EventCategory.DATABASE_SERVER_RESTART] }),
    });
  }
}
