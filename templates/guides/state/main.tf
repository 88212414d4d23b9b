terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }

  backend "local" {
    path = "shared/production.tfstate"
  }
}

provider "dbmon" {}

resource "dbmon_alert" "deploys" {
  name   = "Deployments"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}
