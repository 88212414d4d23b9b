/**
 * Destinations: notification targets that are configured in the service. Alerts refer to them, and they are never written.
 * Specification: "Destination". Facts DEST-1 and DEST-2.
 */
import * as z from "zod";
import {
  field,
  id,
  idType,
  informational,
  lenientId,
  nameType,
  objectParser,
  type Parsed,
  specifiedObject,
} from "./fields";

const specifiedFields = {
  id: field(idType, "ID of the destination, as used in an alert's `destinations`."),
  /** A destination without a name can still be referred to by ID. */
  name: field(nameType, "Display name of the destination."),
  integration: field(
    { ...informational.int, specified: id, lenient: lenientId.optional().catch(undefined) },
    "ID of the integration that the destination is configured for.",
  ),
  config: field(
    { specified: z.record(z.string(), z.array(z.string())), lenient: z.unknown(), dataType: "json" },
    "Settings of the destination by name. The names depend on the integration, and the specification does not define all of them. " +
      "Values may be secrets.",
  ),
  status: field(informational.int, "Status of the destination, a number that the service defines."),
  updated: field(informational.int, "When the destination was last changed, as a Unix timestamp in seconds."),
};

export const destinationWire = specifiedObject(specifiedFields);
export type DestinationWire = z.output<typeof destinationWire>;

/** The settings are never read, because they may contain secrets (DEST-2). */
const { config: _settings, ...destinationFields } = specifiedFields;
export { destinationFields };

export type Destination = Parsed<typeof destinationFields>;

/** @throws MalformedResponseError if the value is not a destination. The message never contains a setting. */
export const readDestination = objectParser(destinationFields, "destination");
