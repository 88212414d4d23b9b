terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {
  propagation_window = "3s" # in a service: the default of one minute
}

resource "dbmon_alert" "deploys" {
  name   = "Deployments"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}
