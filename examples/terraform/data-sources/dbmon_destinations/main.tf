terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Lists the destinations that alerts can refer to.
data "dbmon_destinations" "all" {}

output "ids" {
  value = { for one in data.dbmon_destinations.all.destinations : one.name => one.id }
}
