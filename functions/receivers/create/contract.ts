import * as z from 'zod/mini';
import { date, optionalText, uuid } from '#shared/api/fields';
import { defineContract } from '#shared/contract/define-contract';
import { findCountryCode } from '#shared/identity/domain/country-names';
import { birthDate } from '#shared/identity/person-fields';
import { userTypes } from '#shared/users/domain/user';
import { isEmail } from '#shared/values/email';

const short = optionalText(200);
const country = optionalText(200, {
  holds: (name) => findCountryCode(name) !== undefined,
  message: 'Must be the English name of a country or its alpha-2 code',
});

export const contract = defineContract({
  id: 'createReceiver',
  body: z.object({
    userId: uuid,
    receiverType: z.enum(userTypes),
    email: optionalText(254, { holds: isEmail, message: 'Must be an e-mail address' }),
    taxId: short,
    firstName: short,
    lastName: short,
    countryOfBirth: country,
    dateOfBirth: z.optional(birthDate),
    phoneNumber: optionalText(40),
    businessName: short,
    countryOfConstitution: country,
    dateOfConstitution: z.optional(date),
  }),
  idempotent: true,
  status: 201,
  response: 'Receiver',
});
