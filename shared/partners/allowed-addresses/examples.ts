import type * as z from 'zod/mini';
import type * as schemas from './response-schema';

/** Allowed addresses of the key in the documentation examples. */
export const allowedAddresses = {
  keyId: '019bc2b0-7a10-7c3e-8f21-5d0c9e4b7a62',
  allowedAddresses: ['203.0.113.0/24', '2001:db8::/48'],
} satisfies z.infer<typeof schemas.AllowedAddresses>;
