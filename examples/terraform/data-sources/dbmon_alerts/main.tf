terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Lists incomplete alerts, which have no configuration and never fire.
data "dbmon_alerts" "all" {}

output "incomplete" {
  value = [
    for alert in data.dbmon_alerts.all.alerts : alert.name
    if alert.event == null && alert.threshold == null
  ]
}

# Reads names without configurations: one call for any number of alerts.
data "dbmon_alerts" "names" {
  configurations = false
}

output "disabled" {
  value = [for alert in data.dbmon_alerts.names.alerts : alert.name if alert.disabled]
}
