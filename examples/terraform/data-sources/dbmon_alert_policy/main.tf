terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_alert_policy" "hourly" {
  name = "At most once an hour"
}

resource "dbmon_alert" "swap" {
  name   = "Swap: a host runs out of memory"
  policy = data.dbmon_alert_policy.hourly.id
  event  = { categories = ["High Swap Activity"] }
}
