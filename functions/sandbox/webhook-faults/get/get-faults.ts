import { readWebhookFaults } from '#shared/data/webhook-faults';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

/** The fault that the caller's deliveries meet. */
export const getFaults: Operation<typeof contract> = async ({ caller }) => ({
  data: await readWebhookFaults(caller.partnerId),
});
