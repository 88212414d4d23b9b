terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
  # Terraform's state is a file in this folder. Before CI deploys, add a backend that all runs share, such as
  # backend "s3" { ... }
}

# Reads DBMON_BASE_URL and DBMON_API_TOKEN.
provider "dbmon" {}
