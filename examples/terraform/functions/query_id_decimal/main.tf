terraform {
  required_version = ">= 1.8" # provider functions
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

provider "dbmon" {}

# Returns the id that query samples use: 18446744073709551615.
output "decimal" {
  value = provider::dbmon::query_id_decimal("ffffffffffffffff")
}
