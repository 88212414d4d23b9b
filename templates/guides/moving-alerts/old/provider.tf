terraform {
  required_providers {
    dbmon = { source = "dbmon/dbmon" }
  }
}

provider "dbmon" {}
