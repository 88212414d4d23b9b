terraform {
  required_version = ">= 1.8" # provider functions
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_queries" "orders" {
  filter = "orders"
  limit  = 1
}

resource "dbmon_alert" "errors" {
  name   = "A query of orders fails"
  policy = "Every time"
  threshold = {
    alert_level = "crit"
    metric      = provider::dbmon::query_metric(data.dbmon_queries.orders.queries[0].id, "errors.tput")
    trigger     = 0
    duration    = "1 minute"
    reset       = 0
  }
}
