import * as z from 'zod/mini';

/** Stored beside an endpoint, and written by deliveries alone, so that it conflicts with no change of the endpoint. */
export const endpointHealthItem = z.object({
  lastSuccessAt: z.optional(z.string()),
  lastFailureAt: z.optional(z.string()),
  failingSince: z.optional(z.string()),
  lastError: z.optional(z.string()),
  version: z.number(),
});
