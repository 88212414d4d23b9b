import { App } from "cdktn";
import { Alerts } from "./alerts";

const app = new App();
new Alerts(app, "alerts");
app.synth();
