terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "cpu_high" {
  name         = "CPU high"
  annotations  = "https://wiki.shop.example/cpu"
  policy       = "At most once every 15 minutes"
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

resource "dbmon_alert" "deployed" {
  name         = "Deployed"
  policy       = "Every time"
  destinations = ["On-call PagerDuty"]

  event = {
    categories = ["code deployment"]
  }
}
