terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Reads the metric of an alert that was created in the service's web page.
data "dbmon_alert" "capture_payment" {
  name = "Slow \"capture payment\""
}

output "metric" {
  value = data.dbmon_alert.capture_payment.threshold.metric
}
