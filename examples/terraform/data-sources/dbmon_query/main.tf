terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Reads the team of a query from its tags.
data "dbmon_query" "slow" {
  id = "ec0e1241f66deb24"
}

output "teams" {
  value = flatten([for tag in data.dbmon_query.slow.tags : tag.values if tag.key == "team"])
}
