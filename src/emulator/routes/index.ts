/** A route for each endpoint of the service's table; a missing one does not compile. */
import { type endpoints } from "../../service";
import { alertConfigRoutes } from "./alert-configs";
import { alertOptionRoutes } from "./alert-options";
import { alertRoutes } from "./alerts";
import { destinationRoutes } from "./destinations";
import { hostRoutes } from "./hosts";
import { type Route } from "./route";

export const routes: Record<keyof typeof endpoints, Route> = {
  ...alertRoutes,
  ...alertConfigRoutes,
  ...destinationRoutes,
  ...alertOptionRoutes,
  ...hostRoutes,
};
