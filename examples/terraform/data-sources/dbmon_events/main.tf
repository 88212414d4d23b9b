terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Lists the warnings and critical events of the last day, on all hosts.
data "dbmon_events" "trouble" {
  from   = -86400
  levels = ["warn", "crit"]
}

output "trouble" {
  value = [for event in data.dbmon_events.trouble.events : "${event.type}: ${event.message}"]
}
