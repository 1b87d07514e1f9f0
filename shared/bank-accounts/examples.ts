/** Bank accounts of the example requests and responses in the API documentation. */
import type * as z from 'zod/mini';
import { partnerId, receiverId, userId } from '#shared/users/examples';
import type * as schemas from './response-schema';

/** Deletion time of the account in the documentation's examples. */
export const deletedAt = '2026-01-15T16:32:10.219Z';

const empty = {
  receiverId: null,
  accountType: null,
  clabe: null,
  rampType: null,
  documentNumber: null,
  documentType: null,
  routingNumber: null,
  bic: null,
  iban: null,
  accountHolder: null,
  address: null,
  alias: null,
  verifiedAt: null,
  payeeCheck: null,
  version: 1,
} as const;

export const userAccount: z.infer<typeof schemas.BankAccountRecord> = {
  ...empty,
  id: '019bc2bd-e660-7d05-b3a1-7c9e40f2d681',
  userId,
  partnerId,
  bankName: 'STP',
  accountNumber: '646180110400000007',
  clabe: '646180110400000007',
  country: 'MX',
  rampType: 'OFF_RAMP',
  alias: 'Savings',
  isVerified: false,
  verificationStatus: 'PENDING',
  createdAt: '2026-01-15T16:31:02.112Z',
  updatedAt: '2026-01-15T16:31:02.112Z',
};

export const receiverAccount: z.infer<typeof schemas.BankAccountRecord> = {
  ...empty,
  id: '019bc2be-5b90-7a4c-a0d8-f3617b8e2c15',
  userId,
  partnerId,
  receiverId,
  bankName: 'Commerzbank',
  accountNumber: 'DE89370400440532013000',
  country: 'DE',
  bic: 'COBADEFFXXX',
  iban: 'DE89370400440532013000',
  accountHolder: { type: 'BUSINESS', firstName: null, lastName: null, businessName: 'ACME GmbH' },
  isVerified: true,
  verificationStatus: 'NOT_REQUIRED',
  createdAt: '2026-01-15T16:31:32.405Z',
  updatedAt: '2026-01-15T16:31:32.405Z',
};

export const virtualAccount: z.infer<typeof schemas.BankAccountRecord> = {
  ...empty,
  id: '019bc2be-0d70-7b12-9f4e-61a8c0d35e27',
  userId,
  partnerId,
  bankName: 'Sandbox Bank',
  accountNumber: '901234567890',
  accountType: 'CHECKING',
  country: 'US',
  rampType: 'CROSS_RAMP',
  routingNumber: '800000006',
  accountHolder: { type: 'INDIVIDUAL', firstName: 'Ana', lastName: 'García', businessName: null },
  address: {
    streetLine1: '1 Sandbox Plaza',
    streetLine2: null,
    buildingNumber: null,
    city: 'New York',
    state: 'NY',
    postalCode: '10001',
    country: 'US',
  },
  isVerified: true,
  verificationStatus: 'NOT_REQUIRED',
  createdAt: '2026-01-15T16:31:12.730Z',
  updatedAt: '2026-01-15T16:31:12.730Z',
};
