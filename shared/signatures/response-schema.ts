import * as z from 'zod/mini';
import { id, pageSchema, shownText, timestamp, wholeNumber } from '#shared/api/response-fields';
import { associatedPersonRoles, requestFailures } from './domain/associated-person';
import { declarationStatuses } from './domain/declaration';

const text = z.nullable(shownText);

export const AssociatedPerson = z.strictObject({
  id,
  userId: id,
  role: z.enum(associatedPersonRoles),
  firstName: shownText,
  lastName: shownText,
  email: text,
  dateOfBirth: text,
  nationality: text,
  taxId: text,
  ownershipPercent: z.nullable(z.number()),
  version: wholeNumber,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const AssociatedPersonPage = pageSchema(AssociatedPerson);

export const SignatureEntry = z.strictObject({
  associatedPersonId: id,
  name: shownText,
  status: z.optional(z.enum(declarationStatuses)),
  signingUrl: z.optional(shownText),
  signedAt: z.optional(timestamp),
  nameDiffers: z.optional(z.boolean()),
  error: z.optional(shownText),
  errorCode: z.optional(z.enum(requestFailures)),
  version: wholeNumber,
});

export const SignaturePage = pageSchema(SignatureEntry);

/** The response body is the PDF. */
export const SignatureDocument = z.string();
