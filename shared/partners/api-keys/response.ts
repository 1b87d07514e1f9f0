import type * as z from 'zod/mini';
import { allScopes } from '#shared/partners/domain/key-scopes';
import { stage } from '#shared/platform/config/environment';
import { utcDay } from '#shared/values/calendar/calendar-day';
import { toIsoTime } from '#shared/values/iso-time';
import type { RotatedKey } from './changes/repository';
import type { ApiKeyRecord } from './records/repository';
import type * as schemas from './response-schema';

/** Returns the response about a key for the partner that uses it. */
export function toApiKeyResponse(key: ApiKeyRecord, usedAtMs: number): z.infer<typeof schemas.ApiKey> {
  const { keyId: id, lastFour: last4, allowedCidrs: allowedAddresses = [], createdAt, expiresAtMs } = key;
  const expiresAt = expiresAtMs === undefined ? null : toIsoTime(expiresAtMs);
  const environment = stage();
  const scopes = allScopes().filter((scope) => key.scopes?.includes(scope));
  return { id, last4, environment, scopes, allowedAddresses, createdAt, expiresAt, lastUsedOn: utcDay(usedAtMs) };
}

/** Returns the response about a new key. Only this response contains the key itself. */
export function toRotatedKeyResponse({
  apiKey,
  keyId,
  oldExpiresAtMs,
}: RotatedKey): z.infer<typeof schemas.RotatedApiKey> {
  return { apiKey, id: keyId, previousExpiresAt: toIsoTime(oldExpiresAtMs) };
}
