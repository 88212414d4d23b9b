terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "deploys" {
  name   = "Deployments"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}
