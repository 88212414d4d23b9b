terraform {
  required_version = ">= 1.8"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# From the id of a sample to the name of a metric.
output "metric" {
  value = provider::dbmon::query_metric(provider::dbmon::query_id_hex("9007199254740993"), "time_us")
}
