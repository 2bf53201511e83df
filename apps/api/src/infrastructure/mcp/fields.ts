import { INSTANT_HINT, INSTANT_RULE, readInstant } from '@memory-hub/contracts';
import { z } from 'zod';

/** A parameter that is an instant, given as text; the one form in which tools take times. */
export function instantField(description: string): z.ZodPipe<z.ZodString, z.ZodTransform<Date, string>> {
  return z
    .string()
    .describe(description)
    .transform((text, check) => {
      const instant = readInstant(text);
      if (instant !== null) return instant;
      check.addIssue({ code: 'custom', message: `${INSTANT_RULE} ${INSTANT_HINT}` });
      return z.NEVER;
    });
}
