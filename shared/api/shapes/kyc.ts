import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/shapes/common';
import { kycStatuses } from '#shared/domain/users/user';

export const StartedKyc = z.strictObject({
  userId: id,
  verificationId: id,
  status: z.literal('IN_PROGRESS'),
});

export const Kyc = z.strictObject({
  userId: id,
  verificationId: z.nullable(id),
  status: z.enum(kycStatuses),
  country: z.nullable(z.string()),
  submittedAt: z.nullable(timestamp),
  decidedAt: z.nullable(timestamp),
  rejectionReasons: z.array(z.string()),
});
