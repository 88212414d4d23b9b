terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# Alerts that were begun and never configured: they cannot fire.
data "dbmon_alerts" "all" {}

output "half_made" {
  value = [
    for alert in data.dbmon_alerts.all.alerts : alert.name
    if alert.event == null && alert.threshold == null
  ]
}

# Names alone cost one call, whatever the number of alerts.
data "dbmon_alerts" "names" {
  configurations = false
}

output "disabled" {
  value = [for alert in data.dbmon_alerts.names.alerts : alert.name if alert.disabled]
}
