list "dbmon_alert" "unmanaged" {
  provider         = dbmon
  limit            = 500
  include_resource = true

  config {
    name_pattern  = "CPU *"
    kind          = "threshold"
    disabled      = false
    exclude_names = ["CPU test*"]
  }
}
