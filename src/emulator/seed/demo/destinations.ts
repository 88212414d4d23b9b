/** Destinations of the demo shop. Their settings are fictional, so no notification leaves the machine. */
import { type DestinationWire } from "../../../service";
import { day } from "./reproducible";

export function shopDestinations(now: number): DestinationWire[] {
  const common = { status: 1, updated: now - 30 * day };
  return [
    {
      ...common,
      id: 1,
      name: "DBA team mail",
      integration: 1,
      config: { recipient_email: ["dba@shop.example"] },
    },
    {
      ...common,
      id: 2,
      name: "On-call PagerDuty",
      integration: 2,
      config: { secret_key: ["made-up-pagerduty-key"] },
    },
    {
      ...common,
      id: 3,
      name: "#db-alerts",
      integration: 3,
      config: { url: ["https://hooks.chat.example/made-up-slack-path"] },
    },
    {
      ...common,
      id: 4,
      name: "Incident webhook",
      integration: 7,
      config: { url: ["https://incidents.shop.example/hook"], secret_key: ["made-up-webhook-secret"] },
    },
    {
      ...common,
      id: 5,
      name: "Former team mail",
      integration: 1,
      status: 0,
      config: { recipient_email: ["platform-old@shop.example"] },
    },
  ];
}
