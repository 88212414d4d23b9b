terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# Reads DBMON_BASE_URL and DBMON_API_TOKEN, so that no file contains the token.
provider "dbmon" {}

data "dbmon_destination" "pager" {
  name = "On-call PagerDuty"
}

resource "dbmon_alert" "cpu" {
  name         = "CPU: a database server is saturated"
  annotations  = "https://runbooks.example.com/databases/cpu"
  policy       = 1
  destinations = [data.dbmon_destination.pager.id]
  host_types   = ["os"]
  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    duration    = 1
    reset       = 700000
  }
}
