terraform {
  required_version = ">= 1.8" # provider functions
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Builds the name of a metric from the query id of a sample.
output "metric" {
  value = provider::dbmon::query_metric(provider::dbmon::query_id_hex("9007199254740993"), "time_us")
}
