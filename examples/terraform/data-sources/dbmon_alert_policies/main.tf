terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Lists the policies that alerts can refer to.
data "dbmon_alert_policies" "all" {}

output "names" {
  value = data.dbmon_alert_policies.all.policies[*].name
}
