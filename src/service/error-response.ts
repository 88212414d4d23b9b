/**
 * The body of a refused request, as the emulator sends it. The specification does not show one, so nothing but the
 * emulator may depend on it: the client takes any body.
 */
import * as z from "zod";

export const errorResponseWire = z
  .object({
    error: z.string().min(1).describe("What is wrong, in a sentence."),
    field: z
      .string()
      .exactOptional()
      .describe(
        "The field or parameter that is meant, for example `destinations[1]`; left out where no single one is.",
      ),
  })
  .meta({
    id: "Error",
    description:
      "A refusal. The specification does not show the form of errors: this is the emulator's choice.",
  });
