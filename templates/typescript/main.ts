import { App } from "cdktf";
import { Alerts } from "./alerts";

const app = new App();
new Alerts(app, "alerts");
app.synth();
