resource "dbmon_alert" "deploys" {
  name   = "Deployments"
  policy = "Every time"
  event  = { categories = ["code deployment"] }
}
