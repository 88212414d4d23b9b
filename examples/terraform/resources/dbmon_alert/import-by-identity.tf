# Import by identity: id, name or both. Terraform 1.12, OpenTofu 1.12 or later.
import {
  to = dbmon_alert.cpu_high
  identity = {
    name = "CPU high"
  }
}
