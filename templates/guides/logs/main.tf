terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "tests" {
  name   = "Load tests"
  policy = "Every time"
  event  = { categories = ["load test"] }
}
