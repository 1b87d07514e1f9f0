import * as z from 'zod/mini';
import { id, listOf, shownText } from '#shared/api/response-fields';
import { MAX_RANGES } from '#shared/partners/domain/address-range';

export const AllowedAddresses = z.strictObject({
  keyId: id,
  allowedAddresses: z.nullable(listOf(shownText, MAX_RANGES)),
});
