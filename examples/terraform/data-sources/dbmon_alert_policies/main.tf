terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Selects a policy by its name instead of its id.
data "dbmon_alert_policies" "all" {}

locals {
  policies = { for one in data.dbmon_alert_policies.all.policies : one.name => one.id }
}

resource "dbmon_alert" "swap" {
  name   = "Swapping"
  policy = local.policies["At most once an hour"]
  event  = { categories = ["High Swap Activity"] }
}
