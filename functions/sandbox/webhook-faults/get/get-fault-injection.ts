import type { Operation } from '#shared/http/partner-endpoint';
import { readFaultInjection } from '#shared/webhooks/fault-injection/repository';
import type { contract } from './contract';

/** The fault injection of the caller's deliveries. */
export const getFaultInjection: Operation<typeof contract> = async ({ caller }) => ({
  data: await readFaultInjection(caller.partnerId),
});
