/** What this team wants to know of every fleet of MySQL servers. Teams that have one say only what is theirs. */
import { Alert, AlertConfig, AlertLevel, EventCategory, HostType, type Destination } from "dbmon-iac";
import { Construct } from "constructs";

export interface MysqlAlertsProps {
  /** What people call the fleet: every alert begins with it. */
  readonly fleet: string;
  /** Who is woken. What only tells something goes where the scope says. */
  readonly pager: Destination;
  /** Seconds that a replica may be behind. Default: 30. */
  readonly replicationLag?: number;
}

export class MysqlAlerts extends Construct {
  constructor(scope: Construct, id: string, { fleet, pager, replicationLag = 30 }: MysqlAlertsProps) {
    super(scope, id);
    const duration = 2;

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
