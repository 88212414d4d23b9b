terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

resource "dbmon_alert" "load_test" {
  for_each = toset(["crit", "warn"])

  name   = "CPU ${each.key}"
  policy = "Every time"

  threshold = {
    alert_level = each.key
    metric      = "os.cpu.user_us"
    trigger     = each.key == "crit" ? 900000 : 700000
    duration    = "1 minute"
    reset       = 600000
  }
}

# Waits once for all of them, and only if an alert was written.
resource "dbmon_propagation" "done" {
  after = values(dbmon_alert.load_test)[*].written_at
}

# Created after the wait, when the alerts have taken effect.
resource "dbmon_event" "load_test" {
  type       = "load test"
  message    = "Checkout at four times its usual traffic."
  duration   = 3600
  depends_on = [dbmon_propagation.done]
}
