terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "deploys" {
  name        = "Deployments"
  annotations = "https://wiki.shop.example/deployments"
  policy      = "Every time"
  event       = { categories = ["code deployment"] }
}
