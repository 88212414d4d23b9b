terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Lists the durations that alerts can refer to, with their lengths in seconds.
data "dbmon_alert_durations" "all" {}

output "seconds" {
  value = { for one in data.dbmon_alert_durations.all.durations : one.name => one.seconds }
}
