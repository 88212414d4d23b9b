# Import by id.
terraform import dbmon_alert.cpu_high 1
