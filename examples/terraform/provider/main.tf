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

resource "dbmon_alert" "cpu" {
  name         = "CPU: a database server is saturated"
  annotations  = "https://runbooks.example.com/databases/cpu"
  policy       = "Every time"
  destinations = ["On-call PagerDuty"]
  host_types   = ["os"]
  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    duration    = "1 minute"
    reset       = 700000
  }
}
