# A team's alerts: one resource block for all fleets, and one wait for all alerts.
terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

locals {
  # Maximum replication lag of each fleet, in seconds.
  fleets = {
    orders  = 30
    catalog = 300
    ledger  = 5
  }
}

resource "dbmon_alert" "replication_lag" {
  for_each = local.fleets

  name         = "${each.key}: a replica is behind"
  annotations  = "https://runbooks.example.com/databases/replication"
  policy       = "At most once every 15 minutes"
  destinations = ["#db-alerts"]
  host_types   = ["mysql"]

  threshold = {
    alert_level = each.value < 10 ? "crit" : "warn"
    metric      = "mysql.repl.seconds_behind_master"
    trigger     = each.value
    reset       = each.value / 2
    duration    = "5 minutes"
  }
}

resource "dbmon_alert" "restart" {
  name         = "A database server restarted"
  policy       = "Every time"
  destinations = ["On-call PagerDuty"]

  event = {
    categories = ["Database Server Restart"]
  }
}

# Makes the apply wait until all alerts have taken effect.
resource "dbmon_propagation" "effective" {
  after = concat(values(dbmon_alert.replication_lag)[*].written_at, [dbmon_alert.restart.written_at])
}
