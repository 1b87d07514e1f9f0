import * as z from 'zod/mini';
import { id, pageSchema, timestamp } from '#shared/api/response-schemas/common';
import { associatedPersonRoles, requestFailures } from './domain/associated-person';
import { declarationStatuses } from './domain/declaration';

const text = z.nullable(z.string());

export const AssociatedPerson = z.strictObject({
  id,
  userId: id,
  role: z.enum(associatedPersonRoles),
  firstName: z.string(),
  lastName: z.string(),
  email: text,
  dateOfBirth: text,
  nationality: text,
  taxId: text,
  ownershipPercent: z.nullable(z.number()),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const AssociatedPersonPage = pageSchema(AssociatedPerson);

export const SignatureEntry = z.strictObject({
  associatedPersonId: id,
  name: z.string(),
  status: z.optional(z.enum(declarationStatuses)),
  signingUrl: z.optional(z.string()),
  signedAt: z.optional(timestamp),
  nameDiffers: z.optional(z.boolean()),
  error: z.optional(z.string()),
  errorCode: z.optional(z.enum(requestFailures)),
  version: z.int(),
});

export const SignaturePage = pageSchema(SignatureEntry);

/** The answer is the document itself. */
export const SignatureDocument = z.string();
