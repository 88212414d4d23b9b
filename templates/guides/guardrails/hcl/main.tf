terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {
  max_deletes = 10
}

resource "dbmon_alert" "backup" {
  name         = "Backup failed"
  policy       = "Every time"
  destinations = ["DBA team mail"]
  event        = { categories = ["backup"] }

  lifecycle { prevent_destroy = true }
}
