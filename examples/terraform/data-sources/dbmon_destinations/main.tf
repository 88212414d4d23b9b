terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# The names and ids that alerts can refer to.
data "dbmon_destinations" "all" {}

output "ids" {
  value = { for one in data.dbmon_destinations.all.destinations : one.name => one.id }
}
