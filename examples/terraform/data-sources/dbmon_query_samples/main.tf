terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# How long the latest executions took. Texts hold your data's literals, so they are left out of Terraform's state here.
data "dbmon_query_samples" "slow" {
  query_id = "ec0e1241f66deb24"
  from     = -86400
  limit    = 100
  detail   = false
}

output "slowest" {
  value = max(0, data.dbmon_query_samples.slow.samples[*].latency...)
}
