list "dbmon_alert" "unmanaged" {
  provider = dbmon

  config {
    name_pattern  = "CPU *"
    kind          = "threshold"
    disabled      = false
    exclude_names = ["CPU test*"]
  }
}
