/** The CDK library: constructs for alerts, above the classes generated from the provider's schema. */
export { type AlertLevel } from "../service";
export { Alert, type AlertProps } from "./alert";
export {
  AlertConfig,
  type EventConfigProps,
  type HostFilters,
  type ThresholdConfigProps,
} from "./alert-config";
export { Destination } from "./destination";
export { DbmonProvider, type DbmonProviderConfig } from "./generated/provider";
