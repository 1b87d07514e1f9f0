import * as z from 'zod/mini';
import { id, timestamp } from '#shared/api/response-schemas/common';
import { kycStatuses } from '#shared/users/domain/user';

export const StartedKyc = z.strictObject({ userId: id, verificationId: id, status: z.literal('IN_PROGRESS') });

export const Kyc = z.strictObject({
  userId: id,
  verificationId: z.nullable(id),
  status: z.enum(kycStatuses),
  country: z.nullable(z.string()),
  version: z.nullable(z.int()),
  submittedAt: z.nullable(timestamp),
  decidedAt: z.nullable(timestamp),
  rejectionReasons: z.array(z.string()),
});

export const KycLink = z.strictObject({ kycLink: z.url() });

export const KybLink = z.strictObject({ kybLink: z.url() });

export const Kyb = z.strictObject({
  verificationId: z.nullable(id),
  verificationStatus: z.enum(kycStatuses),
  version: z.nullable(z.int()),
  businessInfo: z.strictObject({
    businessName: z.nullable(z.string()),
    countryOfConstitution: z.nullable(z.string()),
    taxId: z.nullable(z.string()),
  }),
  beneficialOwners: z.array(z.strictObject({ fullName: z.string(), ownershipPercent: z.nullable(z.number()) })),
  sessionUrl: z.nullable(z.url()),
  createdAt: z.nullable(timestamp),
});
