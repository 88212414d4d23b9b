import { App, TerraformStack } from "cdktn";
import { Alert, AlertConfig, DbmonProvider } from "dbmon-iac/cdktn";

const app = new App();
const stack = new TerraformStack(app, "alerts");
new DbmonProvider(stack, "dbmon");
new Alert(stack, "deploys", {
  name: "Deploys",
  policy: "Every time",
  destinations: ["#db-alerts"],
  config: AlertConfig.event({ categories: ["code deployment"] }),
});
app.synth();
