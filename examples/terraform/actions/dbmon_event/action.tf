terraform {
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

action "dbmon_event" "deployed" {
  config {
    type    = "code deployment"
    message = "shop-api 2.14.0"
  }
}

resource "terraform_data" "release" {
  input = "2.14.0"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.dbmon_event.deployed]
    }
  }
}
