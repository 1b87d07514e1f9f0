import * as z from 'zod/mini';
import { birthDate, date, text, uuid } from '#shared/api/fields';
import { countryCodeOf } from '#shared/domain/kyc/country-names';
import { isEmail, userTypes } from '#shared/domain/users/user';
import { defineContract } from '#shared/http/contract';

const short = text.check(z.maxLength(200));
const country = text.check(
  z.refine(
    (name) => countryCodeOf(name) !== undefined,
    'Must be the English name of a country or its alpha-2 code',
  ),
);

export const contract = defineContract({
  id: 'createReceiver',
  body: z.object({
    userId: uuid,
    receiverType: z.enum(userTypes),
    email: z.optional(z.string().check(z.refine(isEmail, 'Must be an e-mail address'))),
    taxId: z.optional(short),
    firstName: z.optional(short),
    lastName: z.optional(short),
    countryOfBirth: z.optional(country),
    dateOfBirth: z.optional(birthDate),
    phoneNumber: z.optional(text.check(z.maxLength(40))),
    businessName: z.optional(short),
    countryOfConstitution: z.optional(country),
    dateOfConstitution: z.optional(date),
  }),
  idempotent: true,
  status: 201,
  response: 'Receiver',
  errors: ['INVALID_USER_INPUT_ERROR'],
});
