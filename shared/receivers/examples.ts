/** Example receiver for the documentation. */
import type * as z from 'zod/mini';
import { receiverId, userId } from '#shared/users/examples';
import type * as schemas from './response-schema';

export const receiver = {
  id: receiverId,
  userId,
  receiverType: 'BUSINESS',
  email: 'accounts@acme.example.com',
  taxId: 'DE136695976',
  firstName: null,
  lastName: null,
  countryOfBirth: null,
  dateOfBirth: null,
  phoneNumber: null,
  businessName: 'ACME GmbH',
  countryOfConstitution: 'DE',
  dateOfConstitution: '2001-02-28',
  createdAt: '2026-01-15T16:31:22.560Z',
  updatedAt: '2026-01-15T16:31:22.560Z',
} satisfies z.infer<typeof schemas.Receiver>;
