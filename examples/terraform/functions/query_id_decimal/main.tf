terraform {
  required_version = ">= 1.8"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

# As query samples name it: 18446744073709551615, with every digit.
output "decimal" {
  value = provider::dbmon::query_id_decimal("ffffffffffffffff")
}
