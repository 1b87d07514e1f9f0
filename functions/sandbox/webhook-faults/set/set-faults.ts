import { saveWebhookFaults } from '#shared/data/webhook-faults';
import type { Operation } from '#shared/http/edge';
import type { contract } from './contract';

/** Sets the fault that the caller's deliveries meet from now on. */
export const setFaults: Operation<typeof contract> = async ({ caller, body }) => {
  const { mode, rate } = body;
  await saveWebhookFaults(caller.partnerId, { mode, rate });
  return { data: { mode, rate } };
};
