import * as z from 'zod/mini';
import { text, urlText, uuid } from '#shared/api/fields';
import { countryCodeOf } from '#shared/domain/kyc/country-names';
import { economicActivities } from '#shared/domain/kyc/economic-activities';
import { professions } from '#shared/domain/kyc/professions';
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
    country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code')),
    firstName: optional,
    lastName: optional,
    businessName: optional,
    countryOfConstitution: optional,
    dateOfBirth: optional,
    profession: z.optional(z.enum(professions)),
    economicActivity: z.optional(z.enum(economicActivities)),
    countryOfBirth: z.optional(
      text.check(
        z.refine(
          (name) => countryCodeOf(name) !== undefined,
          'Must be the English name of a country or its alpha-2 code',
        ),
      ),
    ),
    selfieUrl: url,
    frontIdUrl: url,
    backIdUrl: url,
    identity: z.optional(identity),
    documents: z.optional(
      z
        .array(
          z.object({
            type: z.enum(['ADDRESS_PROOF', 'NATIONAL_ID', 'VOTER_ID', 'PASSPORT', 'TAX_ID']),
            fileUrl: url,
            frontIdUrl: url,
            backIdUrl: url,
          }),
        )
        .check(z.maxLength(10)),
    ),
    address: z.optional(
      z.object({ street: optional, city: optional, state: optional, zipCode: optional, country: optional }),
    ),
    pep: z.optional(
      z.object({ position: optional, period: optional, relation: z.optional(z.literal('DIRECT')) }),
    ),
    beneficiaryOwner: person,
    resourceProvider: person,
    realOwner: person,
    phoneNumber: optional,
    taxId: optional,
  }),
  status: 201,
  response: 'StartedKyc',
  errors: [
    'INVALID_USER_INPUT_ERROR',
    'BAD_REQUEST',
    'NO_KYC_TEMPLATE_FOUND',
    'EMAIL_NOT_FOUND',
    'INVALID_VERIFICATION_TYPE_FOR_USER',
    'NOT_FOUND_ERROR',
    'CONFLICT',
  ],
});
