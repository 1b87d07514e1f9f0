import type * as z from 'zod/mini';
import type * as schemas from './response-schema';

/** The key in the documentation examples. */
export const apiKey = {
  id: '019bc2b0-7a10-7c3e-8f21-5d0c9e4b7a62',
  last4: 'k3Qz',
  environment: 'sandbox',
  scopes: [],
  allowedAddresses: [],
  createdAt: '2026-01-15T16:10:02.512Z',
  expiresAt: null,
  lastUsedOn: '2026-01-15',
} satisfies z.infer<typeof schemas.ApiKey>;

/** Its successor. */
export const rotatedApiKey = {
  apiKey: 'ramp_sbx_4fQm7Xb2LpZt9WcRk1VyHs6NjGdAeU3o_Xy12Ab',
  id: '019bc2f1-03d4-7b1a-9c52-6e1fd04a8b70',
  previousExpiresAt: '2026-01-16T17:20:44.081Z',
} satisfies z.infer<typeof schemas.RotatedApiKey>;
