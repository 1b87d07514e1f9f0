import { findCaller, markUsed } from '#shared/partners/api-keys/repository';
import { environmentOfKey } from '#shared/partners/domain/api-key';
import type { Caller } from '#shared/partners/domain/partner';
import { nowMs } from '#shared/platform/config/clock';
import { Problem } from '../../../shared/api/problems';

/** Who holds a key, by the rules and the minute-long memory of the service. @throws Problem */
export async function callerOf(key: string | undefined): Promise<Caller> {
  if (key === undefined) throw new Problem('UNAUTHORIZED', 'API Key is missing');
  if (environmentOfKey(key) !== 'sbx') throw new Problem('UNAUTHORIZED', 'Invalid API Key format');
  const atMs = nowMs();
  const caller = await findCaller(key, atMs);
  if (caller === undefined) throw new Problem('UNAUTHORIZED', 'Invalid API Key');
  if (caller.suspended || caller.flows.length === 0)
    throw new Problem('INVALID_PARTNER_FLOW', 'The partner has an invalid flow.');
  await markUsed(key, caller, atMs);
  return caller;
}
