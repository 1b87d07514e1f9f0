import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp } from '#shared/api/response-fields';
import { MAX_RANGES } from '#shared/partners/domain/address-range';
import { allScopes } from '#shared/partners/domain/key-scopes';

export const ApiKey = z.strictObject({
  id,
  last4: shownText,
  environment: z.enum(['sandbox', 'production']),
  scopes: listOf(z.enum(allScopes()), allScopes().length),
  allowedAddresses: listOf(shownText, MAX_RANGES),
  createdAt: timestamp,
  expiresAt: z.nullable(timestamp),
  lastUsedOn: z.iso.date(),
});

export const RotatedApiKey = z.strictObject({ apiKey: shownText, id, previousExpiresAt: timestamp });
