terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

data "dbmon_host" "primary" {
  name = "db-1.shop.example:3306"
}

resource "dbmon_alert" "restart" {
  name   = "The primary restarted"
  policy = 1
  hosts  = [data.dbmon_host.primary.id]
  event  = { categories = ["Database Server Restart"] }
}
