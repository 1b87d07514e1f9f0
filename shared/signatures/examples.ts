/** Example of a beneficial owner and the state of her signature, for the documentation. */
import type * as z from 'zod/mini';
import { exampleBusiness } from '#shared/users/examples';
import type * as schemas from './response-schema';

/** Request body that adds the example owner. */
export const ownerBody = {
  role: 'UBO',
  firstName: 'Lucía',
  lastName: 'Hernández',
  email: 'lucia.hernandez@example.com',
  dateOfBirth: '1980-02-29',
  nationality: 'MX',
  taxId: 'HEAL800229AB1',
  ownershipPercent: 60.5,
} as const;

export const owner: z.infer<typeof schemas.AssociatedPerson> = {
  id: '019bc2bf-9030-7f18-a4c6-3b82d05e79fa',
  userId: exampleBusiness.id,
  ...ownerBody,
  version: 1,
  createdAt: '2026-01-15T16:32:20.336Z',
  updatedAt: '2026-01-15T16:32:20.336Z',
};

export const ownerPath = { userId: exampleBusiness.id, personId: owner.id };

export const signatureEntry: z.infer<typeof schemas.SignatureEntry> = {
  associatedPersonId: owner.id,
  name: 'Lucía Hernández',
  version: 2,
};

export const pendingSignature: z.infer<typeof schemas.SignatureEntry> = {
  ...signatureEntry,
  status: 'PENDING',
  signingUrl: 'https://sandbox.partner-ramp.example/sign/Zk3Qv0mJx8sT1bYcLr5Wn7aHd2EgUo4KpSi9MfBqXeA',
};
