/** Whom the shop's alerts notify. The settings are made up: they reach nobody. */
import { type DestinationWire } from "../../../service";
import { day } from "./times";

export function shopDestinations(now: number): DestinationWire[] {
  const shown = { status: 1, updated: now - 30 * day };
  return [
    {
      ...shown,
      id: 1,
      name: "DBA team mail",
      integration: 1,
      config: { recipient_email: ["dba@shop.example"] },
    },
    {
      ...shown,
      id: 2,
      name: "On-call PagerDuty",
      integration: 2,
      config: { secret_key: ["made-up-pagerduty-key"] },
    },
    {
      ...shown,
      id: 3,
      name: "#db-alerts",
      integration: 3,
      config: { url: ["https://hooks.chat.example/made-up-slack-path"] },
    },
    {
      ...shown,
      id: 4,
      name: "Incident webhook",
      integration: 7,
      config: { url: ["https://incidents.shop.example/hook"], secret_key: ["made-up-webhook-secret"] },
    },
    {
      ...shown,
      id: 5,
      name: "Former team mail",
      integration: 1,
      status: 0,
      config: { recipient_email: ["platform-old@shop.example"] },
    },
  ];
}
