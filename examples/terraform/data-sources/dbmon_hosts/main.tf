terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Selects the MySQL servers of production by their tag.
data "dbmon_hosts" "mysql" {
  types = ["mysql"]
}

locals {
  production = [
    for host in data.dbmon_hosts.mysql.hosts : host.id if contains(host.tags, "env:production")
  ]
}

resource "dbmon_alert" "connections" {
  name   = "Connections run out in production"
  policy = "At most once every 15 minutes"
  hosts  = local.production
  event  = { categories = ["Approaching Max MySQL Connections"] }
}
