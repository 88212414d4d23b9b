resource "dbmon_alert" "deploys" {
  name   = "Changes"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}

resource "dbmon_alert" "tests" {
  name   = "Load tests"
  policy = "Every time"
  event  = { categories = ["load test"] }
}
