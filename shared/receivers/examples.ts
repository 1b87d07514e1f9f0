/** The receiver of the documentation's story. */
import type { ResponseData } from '#shared/api/response-schemas';
import { userId } from '#shared/users/examples';

export const receiver = {
  id: '019bc2be-3480-7e90-8b67-2d5f1c04a9e3',
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
} satisfies ResponseData<'Receiver'>;

export const receiverId = receiver.id;
