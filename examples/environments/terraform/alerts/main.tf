# The alerts of one environment.
terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

variable "channel" {
  description = "Name of the destination."
  type        = string
}

variable "level" {
  description = "Level of the alerts: info, warn or crit."
  type        = string
}

variable "replication_lag" {
  description = "The lag of a replica, in seconds, that fires the alert."
  type        = number
}

resource "dbmon_alert" "replication_lag" {
  name         = "Replication: a replica lags behind"
  policy       = "At most once every 15 minutes"
  destinations = [var.channel]
  host_types   = ["mysql"]

  threshold = {
    alert_level = var.level
    metric      = "mysql.repl.seconds_behind_master"
    trigger     = var.replication_lag
    reset       = var.replication_lag / 2
    duration    = "5 minutes"
  }
}
