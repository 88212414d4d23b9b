# By the id that the service gave it.
terraform import dbmon_alert.cpu_high 1
