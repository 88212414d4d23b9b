terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_alert_duration" "five_minutes" {
  seconds = 300
}

resource "dbmon_alert" "cpu" {
  name   = "CPU: a database server is saturated"
  policy = 1
  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    reset       = 700000
    duration    = data.dbmon_alert_duration.five_minutes.id
  }
}
