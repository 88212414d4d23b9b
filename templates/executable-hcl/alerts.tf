# `dbmon list destinations`, `policies`, `durations` and `hosts` list the ids and names to refer to.
resource "dbmon_alert" "deploys" {
  name         = "Deploy: code went out"
  policy       = "Every time"
  destinations = ["#db-alerts"]
  event        = { categories = ["code deployment"] }
}

resource "dbmon_alert" "restarts" {
  name         = "Restart: a database server came back"
  policy       = "Every time"
  destinations = ["#db-alerts"]
  event        = { categories = ["Database Server Restart"] }
}

resource "dbmon_alert" "cpu" {
  name         = "CPU: a database server is saturated"
  annotations  = "https://runbooks.example.com/databases/cpu"
  policy       = "At most once every 15 minutes"
  destinations = ["#db-alerts"]
  host_types   = ["os"]

  threshold = {
    alert_level = "crit"
    metric      = "os.cpu.user_us"
    trigger     = 900000
    reset       = 700000
    duration    = "1 minute"
  }
}
