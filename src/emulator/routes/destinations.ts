/** Destinations, settings included: the specification shows them (DEST-1). */
import { list, type Route } from "./route";

const listDestinations: Route = ({ environment }) => list(environment.destinations.list());

export const destinationRoutes = { listDestinations };
