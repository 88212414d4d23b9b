# The same alerts in two environments: a provider alias for each, and a module with the values that differ.
#   TF_VAR_staging_token=$STAGING_TOKEN TF_VAR_production_token=$PRODUCTION_TOKEN terraform apply
terraform {
  required_version = ">= 1.5"
  required_providers {
    dbmon = {
      source = "dbmon/dbmon"
    }
  }
}

variable "staging_token" {
  description = "API token of staging."
  type        = string
  sensitive   = true
}

variable "production_token" {
  description = "API token of production."
  type        = string
  sensitive   = true
}

provider "dbmon" {
  alias     = "staging"
  api_token = var.staging_token
}

provider "dbmon" {
  alias     = "production"
  api_token = var.production_token
}

module "staging" {
  source    = "./alerts"
  providers = { dbmon = dbmon.staging }

  channel         = "#db-alerts"
  level           = "info"
  replication_lag = 600
}

module "production" {
  source    = "./alerts"
  providers = { dbmon = dbmon.production }

  channel         = "On-call PagerDuty"
  level           = "crit"
  replication_lag = 30
}
