terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

action "dbmon_wait_propagation" "alerts" {}

resource "dbmon_alert" "deployed" {
  name   = "Deployed"
  policy = "Every time"
  event  = { categories = ["code deployment"] }

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.dbmon_wait_propagation.alerts]
    }
  }
}
