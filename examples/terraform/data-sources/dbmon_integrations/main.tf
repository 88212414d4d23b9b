terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# Which destinations are reached how.
data "dbmon_integrations" "all" {}
data "dbmon_destinations" "all" {}

locals {
  integrations = { for one in data.dbmon_integrations.all.integrations : one.id => one.name }
}

output "reached_by" {
  value = {
    for one in data.dbmon_destinations.all.destinations : one.name => local.integrations[one.integration]
  }
}
