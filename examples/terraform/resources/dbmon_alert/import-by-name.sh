# By its exact name. A name that is all digits is taken for an id.
terraform import dbmon_alert.cpu_high "CPU high"
