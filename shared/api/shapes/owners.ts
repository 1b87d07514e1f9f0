import * as z from 'zod/mini';
import { id, pageOf, timestamp } from '#shared/api/shapes/common';
import { cedulaStatuses } from '#shared/domain/owners/cedula';
import { personRoles, requestFailures } from '#shared/domain/owners/person';

const text = z.nullable(z.string());

export const AssociatedPerson = z.strictObject({
  id,
  userId: id,
  role: z.enum(personRoles),
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

export const AssociatedPersonPage = pageOf(AssociatedPerson);

export const SignatureEntry = z.strictObject({
  associatedPersonId: id,
  name: z.string(),
  status: z.optional(z.enum(cedulaStatuses)),
  signingUrl: z.optional(z.string()),
  signedAt: z.optional(timestamp),
  nameDiffers: z.optional(z.boolean()),
  error: z.optional(z.string()),
  errorCode: z.optional(z.enum(requestFailures)),
  version: z.int(),
});

export const SignaturePage = pageOf(SignatureEntry);

/** The answer is the document itself. */
export const SignatureDocument = z.string();
