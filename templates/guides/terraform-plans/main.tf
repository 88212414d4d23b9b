terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "backup" {
  for_each     = toset(["mysql", "pgsql"])
  name         = "Backup of ${each.key}"
  policy       = "Every time"
  destinations = ["DBA team mail"]
  host_types   = [each.key]
  event        = { categories = ["backup"] }
}

resource "dbmon_alert" "cpu" {
  name         = "CPU is saturated"
  policy       = "Every time"
  destinations = ["#db-alerts"]
  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    duration    = "5 minutes"
    reset       = 950000
  }
}
