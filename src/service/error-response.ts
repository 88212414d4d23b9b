/** The body of the emulator's error responses. The specification does not define one, so the client must accept any body. */
import * as z from "zod";

export const errorResponseWire = z
  .object({
    error: z.string().min(1).describe("The problem, in one sentence."),
    field: z
      .string()
      .exactOptional()
      .describe(
        "The field or parameter, for example `destinations[1]`. Omitted if the error is not about a single one.",
      ),
  })
  .meta({
    id: "Error",
    description:
      "An error. The specification does not define the format of errors. The emulator defines this one.",
  });
