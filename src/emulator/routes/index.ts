/** A route for each endpoint of the service's table; a missing one does not compile. */
import { type endpoints } from "../../service";
import { alertConfigRoutes } from "./alert-configs";
import { alertOptionRoutes } from "./alert-options";
import { alertRoutes } from "./alerts";
import { destinationRoutes } from "./destinations";
import { eventRoutes } from "./events";
import { hostRoutes } from "./hosts";
import { queryRoutes } from "./queries";
import { type Route } from "./route";
import { sampleRoutes } from "./samples";

export const routes: Record<keyof typeof endpoints, Route> = {
  ...alertRoutes,
  ...alertConfigRoutes,
  ...destinationRoutes,
  ...alertOptionRoutes,
  ...hostRoutes,
  ...queryRoutes,
  ...sampleRoutes,
  ...eventRoutes,
};
