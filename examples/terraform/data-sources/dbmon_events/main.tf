terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# What went wrong in the last day, on any host.
data "dbmon_events" "trouble" {
  from   = -86400
  levels = ["warn", "crit"]
}

output "trouble" {
  value = [for event in data.dbmon_events.trouble.events : "${event.type}: ${event.message}"]
}
