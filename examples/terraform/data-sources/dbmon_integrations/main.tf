terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Maps each destination to the integration that delivers its notifications.
data "dbmon_integrations" "all" {}
data "dbmon_destinations" "all" {}

locals {
  integrations = { for one in data.dbmon_integrations.all.integrations : one.id => one.name }
}

output "delivered_by" {
  value = {
    for one in data.dbmon_destinations.all.destinations : one.name => local.integrations[one.integration]
  }
}
