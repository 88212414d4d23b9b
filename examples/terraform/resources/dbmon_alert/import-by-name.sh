# Import by exact name. A name of digits only is read as an id.
terraform import dbmon_alert.cpu_high "CPU high"
