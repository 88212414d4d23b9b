terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_destination" "pager" {
  name = "On-call PagerDuty"
}

resource "dbmon_alert" "deployments" {
  name         = "Deploy: code went out"
  policy       = 1
  destinations = [data.dbmon_destination.pager.id]
  event        = { categories = ["code deployment"] }
}
