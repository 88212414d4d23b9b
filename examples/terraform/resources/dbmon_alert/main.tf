terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_destination" "on_call" {
  name = "On-call PagerDuty"
}

resource "dbmon_alert" "cpu_high" {
  name         = "CPU high"
  annotations  = "https://wiki.shop.example/cpu"
  policy       = 2
  destinations = [data.dbmon_destination.on_call.id]
  host_types   = ["os"]

  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    duration    = 1
    reset       = 700000
  }
}

resource "dbmon_alert" "deployed" {
  name         = "Deployed"
  policy       = 1
  destinations = [data.dbmon_destination.on_call.id]

  event = {
    categories = ["code deployment"]
  }
}
