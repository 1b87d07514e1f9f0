import * as z from 'zod/mini';
import { id, listOf, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { kycStatuses } from '#shared/users/domain/user';

export const StartedKyc = z.strictObject({ userId: id, verificationId: id, status: z.literal('IN_PROGRESS') });

export const Kyc = z.strictObject({
  userId: id,
  verificationId: z.nullable(id),
  status: z.enum(kycStatuses),
  country: z.nullable(shownText),
  version: z.nullable(wholeNumber),
  submittedAt: z.nullable(timestamp),
  decidedAt: z.nullable(timestamp),
  rejectionReasons: listOf(shownText),
});

export const KycLink = z.strictObject({ kycLink: z.url().check(z.maxLength(4096)) });

export const KybLink = z.strictObject({ kybLink: z.url().check(z.maxLength(4096)) });

export const EndedVerificationLink = z.strictObject({
  userId: id,
  event: z.enum(['VERIFICATION_LINK_EXPIRED', 'VERIFICATION_ABANDONED']),
  kind: z.enum(['KYC', 'KYB']),
  country: shownText,
  openedAt: z.nullable(timestamp),
  endedAt: timestamp,
});

export const Kyb = z.strictObject({
  verificationId: z.nullable(id),
  verificationStatus: z.enum(kycStatuses),
  version: z.nullable(wholeNumber),
  businessInfo: z.strictObject({
    businessName: z.nullable(shownText),
    countryOfConstitution: z.nullable(shownText),
    taxId: z.nullable(shownText),
  }),
  beneficialOwners: listOf(z.strictObject({ fullName: shownText, ownershipPercent: z.nullable(z.number()) })),
  sessionUrl: z.nullable(z.url().check(z.maxLength(4096))),
  createdAt: z.nullable(timestamp),
});
