import type { Operation } from '#shared/http/partner-endpoint';
import { saveFaultInjection } from '#shared/webhooks/fault-injection/repository';
import type { contract } from './contract';

/** Sets the fault injection of the caller's deliveries. */
export const setFaultInjection: Operation<typeof contract> = async ({ caller, body }) => {
  const { mode, rate } = body;
  await saveFaultInjection(caller.partnerId, { mode, rate });
  return { data: { mode, rate } };
};
