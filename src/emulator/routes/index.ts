/** One route per endpoint of the service. A missing route is a compile error. */
import { type endpoints } from "../../service";
import { alertConfigRoutes } from "./alert-configs";
import { alertRoutes } from "./alerts";
import { catalogRoutes } from "./catalogs";
import { eventRoutes } from "./events";
import { queryRoutes } from "./queries";
import { type Route } from "./route";

export const routes: Record<keyof typeof endpoints, Route> = {
  ...alertRoutes,
  ...alertConfigRoutes,
  ...catalogRoutes,
  ...eventRoutes,
  ...queryRoutes,
};
