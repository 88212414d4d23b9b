terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Reads the latency of the latest executions. Statements contain literals from your data: `detail = false` keeps them out
# of Terraform's state.
data "dbmon_query_samples" "slow" {
  query_id = "ec0e1241f66deb24"
  from     = -86400
  limit    = 100
  detail   = false
}

output "slowest" {
  value = max(0, data.dbmon_query_samples.slow.samples[*].latency...)
}
