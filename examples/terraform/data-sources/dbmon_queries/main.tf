terraform {
  required_version = ">= 1.8" # provider functions
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Defines an alert for each of the checkout team's updates that ran in the last day.
data "dbmon_queries" "updates" {
  from   = -86400
  filter = "^update"
  tags   = ["team=checkout"]
  limit  = 20
}

resource "dbmon_alert" "slow" {
  for_each = { for query in data.dbmon_queries.updates.queries : query.id => query }

  name        = "Slow update ${each.key}"
  annotations = each.value.digest
  policy      = "At most once an hour"
  threshold = {
    alert_level = "warn"
    metric      = provider::dbmon::query_metric(each.key, "p99_latency_us")
    trigger     = 250000
    duration    = "5 minutes"
    reset       = 150000
  }
}
