terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Selects a duration by its length instead of its id.
data "dbmon_alert_durations" "all" {}

locals {
  durations = { for one in data.dbmon_alert_durations.all.durations : one.seconds => one.id }
}

resource "dbmon_alert" "cpu" {
  name   = "CPU high for five minutes"
  policy = 1
  threshold = {
    alert_level = "warn"
    metric      = "os.cpu.user_us"
    trigger     = 800000
    duration    = local.durations[300]
    reset       = 600000
  }
}
