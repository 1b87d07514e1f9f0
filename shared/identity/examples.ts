/** The verification of Ana in the documentation examples. */
import type * as z from 'zod/mini';
import { userId } from '#shared/users/examples';
import type * as schemas from './response-schema';

export const kyc = {
  userId,
  verificationId: '019bc2bc-e850-7a18-8c2d-7b4f90e1a6d3',
  status: 'VERIFIED',
  country: 'MX',
  version: 2,
  submittedAt: '2026-01-15T16:29:20.336Z',
  decidedAt: '2026-01-15T16:29:22.417Z',
  rejectionReasons: [],
} satisfies z.infer<typeof schemas.Kyc>;
