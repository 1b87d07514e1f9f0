import * as z from 'zod/mini';

/** A partner that has what a creation needs, as `whole-stack-process` makes it. */
export const readyPartnerShape = z.object({
  apiKey: z.string(),
  partnerId: z.string(),
  /** Verified. */
  userId: z.string(),
  transactionIds: z.array(z.string()),
});

export type ReadyPartner = z.infer<typeof readyPartnerShape>;
