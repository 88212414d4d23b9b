terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# The metric of an alert that was made by hand, in the page of the service.
data "dbmon_alert" "capture_payment" {
  name = "Slow \"capture payment\""
}

output "metric" {
  value = data.dbmon_alert.capture_payment.threshold.metric
}
