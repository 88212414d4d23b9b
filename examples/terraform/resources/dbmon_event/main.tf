terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

variable "release" {
  type    = string
  default = "2026.11.1"
}

# Creates one marker per release: a new message creates a new event, and the old one stays on the charts.
resource "dbmon_event" "release" {
  type    = "code deployment"
  message = "Shop ${var.release} went out."
}

resource "dbmon_alert" "deployed" {
  name   = "Deployed"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}

# Creates one marker for each apply that changes the alert.
resource "dbmon_event" "alerts_changed" {
  type    = "alerts changed"
  message = "The alerts of the shop were changed."
  level   = "warn"

  lifecycle {
    replace_triggered_by = [dbmon_alert.deployed]
  }
}
