terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# The team that a query belongs to, by its tags.
data "dbmon_query" "slow" {
  id = "ec0e1241f66deb24"
}

output "teams" {
  value = flatten([for tag in data.dbmon_query.slow.tags : tag.values if tag.key == "team"])
}
