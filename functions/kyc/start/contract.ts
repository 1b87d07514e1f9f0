import * as z from 'zod/mini';
import { alpha2, text, urlText, uuid } from '#shared/api/fields';
import { identifyingFields } from '#shared/api/kyc-fields';
import { defineContract } from '#shared/http/contract';

const optional = z.optional(text);
const url = z.optional(urlText);

const person = z.optional(
  z.object({
    fullName: optional,
    dateOfBirth: optional,
    address: optional,
    rfc: optional,
    serialNumber: optional,
    occupation: optional,
    nationality: optional,
  }),
);

const identity = z.object({
  type: z.optional(z.enum(['GOVERNMENT_ID', 'RESIDENT_CARD', 'TAX_ID'])),
  frontIdUrl: url,
  backIdUrl: url,
});

export const contract = defineContract({
  id: 'startKyc',
  params: z.object({ userId: uuid }),
  body: z.object({
    country: alpha2,
    ...identifyingFields,
    selfieUrl: url,
    frontIdUrl: url,
    backIdUrl: url,
    identity: z.optional(identity),
    documents: z.optional(
      z
        .array(
          z
            .object({
              type: z.enum(['ADDRESS_PROOF', 'NATIONAL_ID', 'VOTER_ID', 'PASSPORT', 'TAX_ID']),
              fileUrl: url,
              frontIdUrl: url,
              backIdUrl: url,
            })
            .check(
              z.refine((item) => (item.fileUrl ?? item.frontIdUrl ?? item.backIdUrl) !== undefined, {
                path: ['fileUrl'],
                error: 'Required where neither frontIdUrl nor backIdUrl is given',
              }),
            ),
        )
        .check(z.maxLength(10)),
    ),
    pep: z.optional(
      z.object({ position: optional, period: optional, relation: z.optional(z.literal('DIRECT')) }),
    ),
    beneficiaryOwner: person,
    resourceProvider: person,
    realOwner: person,
  }),
  status: 201,
  response: 'StartedKyc',
  errors: [
    'INVALID_USER_INPUT_ERROR',
    'BAD_REQUEST',
    'NO_KYC_TEMPLATE_FOUND',
    'EMAIL_NOT_FOUND',
    'FAILED_TO_DOWNLOAD_FILE_FROM_PRESIGNED_URL',
    'FAILED_TO_DOWNLOAD_DOCUMENT',
    'INVALID_VERIFICATION_TYPE_FOR_USER',
    'NOT_FOUND_ERROR',
    'CONFLICT',
  ],
});
