import { invalidApiKey, keyReplaced, type Problem, tooManyKeys } from '#shared/api/problems';
import type { RecordResponse } from '#shared/handlers/idempotent-operation';
import type { Reply, Request } from '#shared/handlers/partner-endpoint';
import { planRotation } from '#shared/partners/api-keys/changes/repository';
import { toRotatedKeyResponse } from '#shared/partners/api-keys/response';
import { PartnerChangeRefused, type PartnerRefusalCode } from '#shared/partners/change-refused';
import { changePartner } from '#shared/partners/repository';
import { stage } from '#shared/platform/config/environment';
import type { contract } from './contract';

const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;

const refusals: Readonly<Record<PartnerRefusalCode, () => Problem>> = {
  PARTNER_UNKNOWN: invalidApiKey,
  KEY_UNKNOWN: invalidApiKey,
  KEY_ENDED: invalidApiKey,
  KEY_REPLACED: keyReplaced,
  TOO_MANY_KEYS: tooManyKeys,
};

/**
 * Issues a successor of the caller's key. The successor keeps the expiry date, so a stolen key cannot extend its own lifetime.
 * @throws Problem UNAUTHORIZED, CONFLICT; WriteContention
 */
export async function rotateOwnKey(
  { caller: { partnerId, keyId }, body, nowMs: atMs }: Request<typeof contract>,
  record: RecordResponse<typeof contract>,
): Promise<Reply<typeof contract>> {
  const graceMs = (body?.previousEndsAfterHours ?? DEFAULT_HOURS) * HOUR_MS;
  const rotation = { keyId, stage: stage(), graceMs, atMs, renewsLifetime: false };
  const stamp = { atMs, verb: 'key rotate', operator: `partner by key ${keyId}` };
  try {
    return await changePartner(partnerId, stamp, async (partner, keys) => {
      const plan = planRotation(partner, keys, rotation);
      const { reply, writes } = await record(toRotatedKeyResponse(plan.result));
      return { ...plan, result: reply, writes: [...plan.writes, ...writes] };
    });
  } catch (error) {
    if (error instanceof PartnerChangeRefused) throw refusals[error.code]();
    throw error;
  }
}
