terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
  # The state lies in this folder. CI needs one that all its runs share: add a backend here, such as
  # backend "s3" { ... }
}

# DBMON_BASE_URL and DBMON_API_TOKEN say where.
provider "dbmon" {}
